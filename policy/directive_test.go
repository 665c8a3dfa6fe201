package policy_test

import (
	"bufio"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/policy"
)

// TestDecodeDirectives has directives, which are documents of their own because a line of --- follows. The reader of apimachinery, which kubectl uses,
// splits there, too.
func TestDecodeDirectives(t *testing.T) {
	t.Parallel()
	const reason = ", expected none, because a line of --- begins another document, also for kubectl"
	for _, c := range []struct{ name, text, want string }{
		{"of the version", "%YAML 1.1\n---\na: 1\n", "document 1 (line 1): found the directive %YAML" + reason},
		{"of a tag", "%TAG ! tag:example.com,2000:\n---\na: 1\n", "document 1 (line 1): found the directive %TAG" + reason},
		{"after a comment", "\n# c\u0085# d\r%YAML 1.1\n---\na: 1\n", "document 1 (line 3): found the directive %YAML" + reason},
		{"of a Secret", "%YAML 1.1\n---\napiVersion: v1\nkind: Secret\n", "document 1 (line 1): found the directive %YAML" + reason},
		{"in the second document", "a: 1\n---\n%YAML 1.1\n---\nb: 1\n", "document 2 (line 3): found the directive %YAML" + reason},
		{"without a marker", "%YAML 1.1\na: 1\n", "document 1 (line 1): found the directive %YAML" + reason},
		{"unknown", "%FOO 1.1\n---\na: 1\n", "document 1 (line 1): found unknown directive name"},
		{"a key", "%YAMLx: 1\n---\na: 1\n", "document 1 (line 1): found unexpected non-alphabetical character"},
	} {
		_, err := policy.Decoder{}.DecodeValues(strings.NewReader(c.text))
		require.EqualError(t, err, c.want, c.name)

		reader := utilyaml.NewYAMLReader(bufio.NewReader(strings.NewReader(c.text)))
		refused := false
		for doc, err := reader.Read(); err == nil; doc, err = reader.Read() {
			var v any
			refused = refused || yaml.Unmarshal(doc, &v) != nil
		}
		require.True(t, refused, "%s: kubectl does not read it either", c.name)
	}
}
