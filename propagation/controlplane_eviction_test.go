package propagation_test

import (
	"compress/gzip"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/propagation/template"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// failoverStory is a recording of a control plane in which a cluster or applications fail.
type failoverStory struct {
	recording
	Now     time.Time
	Gates   api.FeatureGates
	Options struct {
		EnableNoExecuteTaintEviction    bool
		NoExecuteTaintEvictionPurgeMode api.PurgeMode
		GracefulEvictionTimeoutSeconds  int
	}
	UnhealthyFor map[string]map[string]float64
}

// readZipped decodes a zipped file.
func readZipped(t *testing.T, name string, into any) {
	t.Helper()
	file, err := os.Open(name)
	require.NoError(t, err)
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	require.NoError(t, err)
	require.NoError(t, json.NewDecoder(unzipped).Decode(into))
}

func (s failoverStory) planInput(t *testing.T) propagation.PlanInput {
	in := s.input(t)
	period := time.Duration(s.Options.GracefulEvictionTimeoutSeconds) * time.Second
	in.Options.Now, in.Options.FeatureGates, in.Options.EvictionGracePeriod = s.Now, s.Gates, &period
	in.Options.Taints = eviction.TaintOptions{NoExecute: s.Options.EnableNoExecuteTaintEviction, PurgeMode: s.Options.NoExecuteTaintEvictionPurgeMode}
	for binding, clusters := range s.UnhealthyFor {
		namespace, name, _ := strings.Cut(binding, "/")
		ref := override.Ref{APIVersion: api.BindingGroupVersion.String(), Kind: "ResourceBinding", Namespace: namespace, Name: name}
		for cluster, seconds := range clusters {
			at := s.Now.Add(-time.Duration(seconds * float64(time.Second)))
			in.Options.Memory = append(in.Options.Memory, template.Remembered{Binding: ref, Memory: template.Memory{Unhealthy: map[string]time.Time{cluster: at}}})
		}
	}
	return in
}

// TestControlPlaneFailover plans what a control plane had stored when a cluster got a taint, and when applications became unhealthy. The bindings and
// Works are those that it had stored in the end, apart from the times of tasks.
func TestControlPlaneFailover(t *testing.T) {
	t.Parallel()
	for name, warnings := range map[string][]string{
		"01-noexecute": {"dependency-leaves: m2", "stale-health: m2", "deleted-nowhere: m2", "state-lost: m2"},
		"03-unhealthy": {"failover-undone: m1", "stale-health: m1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var story failoverStory
			readZipped(t, "testdata/controlplane/eviction/"+name+".json.gz", &story)
			plan := plantest.PlanOf(t, story.planInput(t))
			want, got := settledObjects(t, objectsOf(t, story.Want)), settledObjects(t, objectsOf(t, listsOf(t, plan)))
			require.Greater(t, len(want), 40)
			for _, d := range compareObjects(want, got) {
				if !strings.HasSuffix(d.path, "/creationTimestamp") {
					t.Errorf("%s %s\n  control plane: %.400s\n  plan:          %.400s", d.object, d.path, d.want, d.got)
				}
			}
			require.ElementsMatch(t, warnings, codesOf(plan))
			require.NotNil(t, plan.LookAgain)
			require.True(t, plan.LookAgain.After(story.Now))
		})
	}
}

// codesOf returns the distinct codes of the warnings of evictions, with the clusters that they name.
func codesOf(plan *propagation.Plan) (codes []string) {
	seen := map[string]bool{}
	for _, row := range plan.Rows {
		for _, w := range row.Warnings {
			code, text, found := strings.Cut(w, ": ")
			if !found || !strings.Contains(code, "-") || strings.Contains(code, " ") {
				continue
			}
			for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' || r == ':' }) {
				if len(word) == 2 && word[0] == 'm' && !seen[code+word] {
					seen[code+word] = true
					codes = append(codes, code+": "+word)
					break
				}
			}
		}
	}
	return codes
}
