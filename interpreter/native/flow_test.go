package native_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/interpreter"
)

// runFlow is runHook for cases in the flow style of YAML, which starts with a brace as JSON does. What is JSON stays as it is.
func runFlow(t *testing.T, op interpreter.Operation, cases []hookCase) {
	t.Helper()
	for i := range cases {
		for _, text := range []*string{&cases[i].given, &cases[i].want} {
			if *text == "" || json.Valid([]byte(*text)) {
				continue
			}
			out, err := yaml.YAMLToJSON([]byte(*text))
			require.NoError(t, err, "%s", *text)
			*text = string(out)
		}
	}
	runHook(t, op, cases)
}
