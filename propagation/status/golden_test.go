package status_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/status"
	"github.com/overridekit/overridekit/testdata/casetest"
	"github.com/overridekit/overridekit/testdata/golden"
)

// goldenCase is the input of a case.
type goldenCase struct {
	Call string `json:"call"`

	Object      *api.Manifest `json:"object"` // of Reflect
	Work        *api.Work     `json:"work"`
	StatusTexts []string      `json:"statusTexts"` // of the manifest statuses of the Work

	Binding  api.Manifest               `json:"binding"`
	Works    []*api.Work                `json:"works"` // of AggregateBinding
	Template *api.Manifest              `json:"template"`
	Items    []api.AggregatedStatusItem `json:"items"` // of AggregateTemplate
}

// TestGolden calls a function with testdata/golden/<case>/input.yaml. The result must be want.yaml, where statuses are text. The comment at
// the top of input.yaml is the reason for the case.
func TestGolden(t *testing.T) {
	t.Parallel()
	folders, err := filepath.Glob("testdata/golden/*")
	require.NoError(t, err)
	require.NotEmpty(t, folders)
	for _, folder := range folders {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			t.Parallel()
			input, err := os.ReadFile(filepath.Join(folder, "input.yaml"))
			require.NoError(t, err)
			reason, _, _ := strings.Cut(string(input), "\n")
			require.Regexp(t, "^# .{10}", reason, "a case needs a reason")
			c := casetest.Decode[goldenCase](t, string(input))
			for i, text := range c.StatusTexts {
				c.Work.Status.ManifestStatuses[i].Status = &api.JSON{Raw: []byte(text)}
			}
			before := casetest.Frozen(t, c)
			result, err := c.answer(t)
			require.Equal(t, before, casetest.Frozen(t, c), "the input has not changed")
			if err != nil {
				result = map[string]any{"error": err.Error()}
			}
			golden.Require(t, filepath.Join(folder, "want.yaml"), casetest.Text(t, result), reason)
		})
	}
}

func (c *goldenCase) answer(t *testing.T) (any, error) {
	ctx := context.Background()
	switch c.Call {
	case "Reflect":
		r, err := status.Reflect(ctx, status.ReflectInput{Object: objectOf(c.Object), Work: c.Work, Interpreter: hooks})
		result := map[string]any{"action": r.Action, "reason": r.Reason}
		var statuses []any
		for _, s := range r.Statuses {
			statuses = append(statuses, map[string]any{"identifier": s.Identifier, "status": textOf(s.Status), "health": s.Health})
		}
		if r.NeedsUpdate {
			result["needsUpdate"], result["statuses"] = true, statuses
		}
		if r.HealthError != nil {
			result["healthError"] = r.HealthError.Error()
		}
		return result, err
	case "AggregateBinding", "AggregateOverridden":
		aggregate := status.AggregateBinding
		if c.Call == "AggregateOverridden" {
			aggregate = status.AggregateOverridden
		}
		s, err := aggregate(c.binding(t), c.Works, now)
		items := []any{}
		for _, i := range s.Items {
			items = append(items, map[string]any{"cluster": i.ClusterName, "applied": i.Applied, "message": i.AppliedMessage, "health": i.Health, "status": textOf(i.Status)})
		}
		return map[string]any{"items": items, "conditions": texts(s.Conditions), "changed": s.Changed}, err
	}
	require.Equal(t, "AggregateTemplate", c.Call)
	s, err := status.AggregateTemplate(ctx, status.TemplateInput{Binding: c.binding(t), Template: objectOf(c.Template), Items: c.Items, Interpreter: hooks})
	if s.Object == nil {
		return map[string]any{"reason": s.Reason}, err
	}
	return s.Object, err
}

func (c *goldenCase) binding(t *testing.T) api.Binding {
	return bindingOf(t, []byte(casetest.Frozen(t, c.Binding)))
}

func objectOf(m *api.Manifest) *unstructured.Unstructured {
	if m == nil {
		return nil
	}
	return &unstructured.Unstructured{Object: *m}
}

func textOf(status *api.JSON) any {
	if status == nil {
		return nil
	}
	return string(status.Raw)
}

// texts returns each condition as a line.
func texts(conditions []metav1.Condition) (all []string) {
	for _, c := range conditions {
		all = append(all, strings.Join([]string{c.Type, string(c.Status), c.Reason, c.Message, c.LastTransitionTime.UTC().Format("2006-01-02")}, " | "))
	}
	return all
}
