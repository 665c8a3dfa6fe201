package karmada_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// recorded is a case and Karmada's result: one of Want, Error and Panic.
type recorded struct {
	Name                    string
	Tags                    []string // what the case is about
	Object                  json.RawMessage
	Cluster                 api.Cluster
	ClusterOverridePolicies []api.ClusterOverridePolicy
	OverridePolicies        []api.OverridePolicy

	Want         json.RawMessage
	Applied      []part // of Want
	Error, Panic string
	FailedPolicy part   // of Error
	PanicAt      string // of Panic
}

// part is a policy that has an applied rule or failed.
type part struct{ Kind, Name string }

// TestRecorded replays recordings of Karmada f8fdd02df. The outcome is the same, or the result
// or error reports the difference, see judge.
func TestRecorded(t *testing.T) {
	t.Parallel()
	for _, file := range []struct {
		name   string
		cases  int
		reason string
	}{
		{"public", 400, "every overrider on every kind, several policies at once"},
		{"fields", 400, "JSON and YAML inside ConfigMaps"},
		{"panics", 42, "inputs that crash Karmada, or almost do"},
		{"probes", 62, "one fact each"},
	} {
		t.Run(file.name, func(t *testing.T) {
			t.Parallel()
			cases := readRecorded(t, file.name)
			require.Len(t, cases, file.cases, "%s: every recording is read", file.reason)
			verdicts, needless := map[string]int{}, 0
			for _, c := range cases {
				v := judge(t, c, replay(t, c))
				verdicts[v.code]++
				for _, said := range v.needless {
					needless++
					t.Logf("%s: reported, though both fail: %s", c.Name, said)
				}
				for _, difference := range v.unexplained {
					t.Errorf("%s %v: %s", c.Name, c.Tags, difference)
				}
			}
			t.Logf("%s: %d cases, %v; %d divergences reported, though both fail", file.reason, len(cases), verdicts, needless)
		})
	}
}

// outcome is the engine's result of a case: an object, or an error.
type outcome struct {
	object      any
	applied     []part
	divergences []override.Divergence
	err         *override.Error
}

// replay compiles the policies of a case and applies them.
func replay(t testing.TB, c recorded) outcome {
	t.Helper()
	var policies []*override.Policy
	for _, s := range c.sources() {
		p, err := karmada.Compile(s)
		require.NoError(t, err, c.Name)
		policies = append(policies, p)
	}
	object, _ := dialecttest.Decode(t, c.Object).(map[string]any)
	result, err := dialecttest.Told(t, c.Name, &unstructured.Unstructured{Object: object}, c.Cluster.Facts(), policies...)
	if err != nil {
		var o outcome
		require.ErrorAs(t, err, &o.err, c.Name)
		return o
	}
	got, err := result.Object()
	require.NoError(t, err, c.Name)
	o := outcome{object: dialecttest.Decode(t, dialecttest.AsJSON(t, got.Object)), divergences: result.Divergences()}
	for _, a := range result.Applied() {
		o.applied = append(o.applied, part{a.Policy.Kind, a.Policy.Name})
	}
	return o
}

func (c *recorded) sources() []api.OverrideSource {
	var all []api.OverrideSource
	for i := range c.ClusterOverridePolicies {
		all = append(all, &c.ClusterOverridePolicies[i])
	}
	for i := range c.OverridePolicies {
		all = append(all, &c.OverridePolicies[i])
	}
	return all
}

// readRecorded reads the cases of testdata/<name>.jsonl.gz.
func readRecorded(t testing.TB, name string) []recorded {
	t.Helper()
	packed, err := os.ReadFile("testdata/" + name + ".jsonl.gz")
	require.NoError(t, err)
	text, err := gzip.NewReader(bytes.NewReader(packed))
	require.NoError(t, err)
	var all []recorded
	for lines := json.NewDecoder(text); ; {
		var c recorded
		err := lines.Decode(&c)
		if errors.Is(err, io.EOF) {
			return all
		}
		require.NoError(t, err, "%s, case %d", name, len(all))
		all = append(all, c)
	}
}
