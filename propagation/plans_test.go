package propagation_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/testdata/estate"
	"github.com/overridekit/overridekit/testdata/golden"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// TestPlans plans testdata/plans/<case>/input.yaml with the options of options.yaml, if there are any. The plan must be want.yaml. The comment
// at the top of input.yaml is the reason for the case. Stored objects that the plan does not change are listed by name.
func TestPlans(t *testing.T) {
	t.Parallel()
	folders, err := filepath.Glob("testdata/plans/*")
	require.NoError(t, err)
	require.NotEmpty(t, folders)
	for _, folder := range folders {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			t.Parallel()
			input, err := os.ReadFile(filepath.Join(folder, "input.yaml"))
			require.NoError(t, err)
			reason := reasonOf(string(input))
			require.NotEmpty(t, reason, "a case needs a reason")
			in := inputOf(t, input)
			goldenOptionsOf(t, folder).apply(&in)
			got := renderPlan(t, in, plantest.PlanOf(t, in))
			golden.Require(t, filepath.Join(folder, "want.yaml"), got, reason)
		})
	}
}

// reasonOf returns the comment at the top.
func reasonOf(input string) (reason string) {
	for line := range strings.Lines(input) {
		comment, found := strings.CutPrefix(line, "#")
		if !found {
			break
		}
		reason = strings.TrimSpace(reason + " " + strings.TrimSpace(comment))
	}
	return reason
}

// goldenOptions are the options of a case.
type goldenOptions struct {
	FeatureGates   api.FeatureGates `json:"featureGates"`
	EmptyWorkloads bool             `json:"emptyWorkloads"`
	Touched        []string         `json:"touched"` // templates, such as Deployment shop/web; absent: all
	Changed        []string         `json:"changed"` // the same
	Now            time.Time        `json:"now"`
}

func goldenOptionsOf(t *testing.T, folder string) (o goldenOptions) {
	text, err := os.ReadFile(filepath.Join(folder, "options.yaml"))
	if os.IsNotExist(err) {
		return o
	}
	require.NoError(t, err)
	require.NoError(t, yaml.UnmarshalStrict(text, &o))
	return o
}

// apply sets the options. New ids contain the name of their object, so they differ from stored ones.
func (o goldenOptions) apply(in *propagation.PlanInput) {
	in.Registry = estate.Widgets
	in.Options.Reasons = false
	in.Options.FeatureGates, in.Options.Schedule.EmptyWorkloads = o.FeatureGates, o.EmptyWorkloads
	in.Options.NewID = func(of override.Ref) string {
		return strings.NewReplacer(" ", "-", "/", "-").Replace(strings.ToLower("new-" + of.String()))
	}
	in.Options.Touched, in.Options.Changed, in.Options.Now = isListed(o.Touched), isListed(o.Changed), o.Now
}

// isListed returns a function that reports whether a template is in a list. Without a list it is nil.
func isListed(templates []string) func(override.Ref) bool {
	if templates == nil {
		return nil
	}
	return func(template override.Ref) bool { return slices.Contains(templates, template.String()) }
}
