package thirdparty_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
)

// columns are the letters of the table in the package comment, in its order.
var columns = []struct {
	letter    byte
	operation interpreter.Operation
}{
	{'R', interpreter.InterpretReplica},
	{'C', interpreter.InterpretComponent},
	{'V', interpreter.ReviseReplica},
	{'T', interpreter.Retain},
	{'S', interpreter.InterpretStatus},
	{'A', interpreter.AggregateStatus},
	{'H', interpreter.InterpretHealth},
	{'D', interpreter.InterpretDependency},
}

// documented reads the table in the package comment: the letters by kind.
func documented(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	table := map[string]string{}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(strings.TrimPrefix(line, "//\t"))
		if strings.HasPrefix(line, "//\t") && len(words) == 3 && len(words[2]) == len(columns) {
			table[words[0]+" "+words[1]] = words[2]
		}
	}
	require.Len(t, table, 27, "every kind is in the table")
	return table
}

func TestDocumentedHooks(t *testing.T) {
	t.Parallel()
	got := map[string]string{}
	for _, hook := range registry.Hooks() {
		letters := ""
		for _, c := range columns {
			if registry.Enabled(hook.Kind, c.operation) {
				letters += string(c.letter)
			} else {
				letters += "-"
			}
		}
		got[hook.Kind.GroupVersion().String()+" "+hook.Kind.Kind] = letters
	}
	require.Equal(t, documented(t), got, "each kind has exactly the hooks of the table")
}

// TestRecordedHooks compares the table with a recording of Karmada f8fdd02df: for each kind, whether it has each of the hooks.
func TestRecordedHooks(t *testing.T) {
	t.Parallel()
	packed, err := os.ReadFile("testdata/hooks.jsonl.gz")
	require.NoError(t, err)
	text, err := gzip.NewReader(bytes.NewReader(packed))
	require.NoError(t, err)
	count := 0
	for lines := json.NewDecoder(text); ; count++ {
		var c struct {
			APIVersion, Kind string
			Operation        interpreter.Operation
			Want             struct{ Enabled bool }
		}
		if err := lines.Decode(&c); errors.Is(err, io.EOF) {
			break
		} else {
			require.NoError(t, err)
		}
		kind := schema.FromAPIVersionAndKind(c.APIVersion, c.Kind)
		require.Equal(t, c.Want.Enabled, registry.Enabled(kind, c.Operation), "%v %s", kind, c.Operation)
		for _, other := range []schema.GroupVersionKind{
			{Group: kind.Group, Version: "v9", Kind: kind.Kind},
			{Group: kind.Group + ".example.com", Version: kind.Version, Kind: kind.Kind},
			{Group: kind.Group, Version: kind.Version, Kind: kind.Kind + "List"},
		} {
			require.False(t, registry.Enabled(other, c.Operation), "%v %s: kinds are matched exactly", other, c.Operation)
		}
	}
	require.Equal(t, 27*len(columns), count, "every recording is read")
}
