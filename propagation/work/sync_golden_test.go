package work_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	jsonpatch "github.com/evanphx/json-patch/v5"
	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
	"github.com/overridekit/overridekit/testdata/golden"
)

// syncCase is a Work that was applied at noon, and what has happened since.
type syncCase struct {
	Template map[string]any  `json:"template"`
	Applied  map[string]any  `json:"applied"` // the earlier template whose manifest the cluster has; absent: the same
	Work     json.RawMessage `json:"work"`    // a merge patch of the Work

	// Member is a JSON patch of the object in the cluster. The word absent: there is no object.
	Member  json.RawMessage `json:"member"`
	Cluster struct {
		NotReady bool `json:"notReady"`
		Deleting bool `json:"deleting"`
	} `json:"cluster"`
	Edited bool   `json:"edited"`
	Result string `json:"result"` // the error of the API server
}

var (
	noon  = time.Date(2026, 8, 21, 12, 0, 0, 0, time.UTC)
	later = noon.Add(time.Hour)
)

// TestSyncGolden syncs testdata/sync/<case>.yaml. The decision and what the Work gets must be <case>.want.yaml. The comment at the top is the reason
// for the case.
func TestSyncGolden(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/sync/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		if strings.HasSuffix(file, ".want.yaml") {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".yaml"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			require.True(t, strings.HasPrefix(string(text), "# "), "a case needs a reason")
			var c syncCase
			require.NoError(t, yaml.UnmarshalStrict(text, &c))
			got := c.text(t)
			golden.Require(t, strings.TrimSuffix(file, ".yaml")+".want.yaml", got, string(text))
		})
	}
}

// text returns what Sync decides, as YAML.
func (c syncCase) text(t *testing.T) string {
	w := applied(t, c.object(t, c.Template), "m1")
	for i := range w.Status.Conditions {
		w.Status.Conditions[i].LastTransitionTime = metav1.NewTime(noon)
	}
	if c.Work != nil {
		before, err := json.Marshal(w)
		require.NoError(t, err)
		after, err := jsonpatch.MergePatch(before, c.Work)
		require.NoError(t, err)
		w = &api.Work{}
		require.NoError(t, json.Unmarshal(after, w))
	}
	observed := c.observed(t)
	cluster := ready("m1")
	if c.Cluster.NotReady {
		cluster.Status.Conditions[0].Status = metav1.ConditionUnknown
	}
	if c.Cluster.Deleting {
		cluster.DeletionTimestamp = &metav1.Time{Time: noon}
	}
	result, err := work.Sync(context.Background(), work.SyncInput{
		Work: w, Cluster: cluster, Observed: []*unstructured.Unstructured{observed}, Edited: c.Edited, Interpreter: hooks, Now: later,
	})
	require.NoError(t, err)
	var results []error
	d := result.Decisions[0]
	if d.Action.Calls() {
		results = append(results, nil)
		if c.Result != "" {
			results[0] = errors.New(c.Result)
		}
	}
	after := result.After(results)
	return casetest.Text(t, map[string]any{
		"decision": map[string]any{"action": d.Action, "reason": d.Reason, "needsUpdate": d.NeedsUpdate, "drift": differences(d.Drift), "owned": differences(d.Owned)},
		"sends":    changes(observed, d.Send),
		"work": map[string]any{
			"wait": result.Wait, "conditions": conditionTexts(after.Conditions), "changed": after.Changed, "retry": after.Retry, "finalized": after.Finalized, "finalizers": after.Finalizers,
		},
	})
}

func (c syncCase) object(t *testing.T, template map[string]any) *unstructured.Unstructured {
	text, err := json.Marshal(template)
	require.NoError(t, err)
	o := &unstructured.Unstructured{}
	require.NoError(t, utiljson.Unmarshal(text, &o.Object))
	return o
}

// observed returns the object in the cluster: the manifest that was applied, with the changes since.
func (c syncCase) observed(t *testing.T) *unstructured.Unstructured {
	if string(c.Member) == `"absent"` {
		return nil
	}
	template := c.Applied
	if template == nil {
		template = c.Template
	}
	w := applied(t, c.object(t, template), "m1")
	o := inMember(t, w.Spec.Workload.Manifests[0])
	if c.Member == nil {
		return o
	}
	patch, err := jsonpatch.DecodePatch(c.Member)
	require.NoError(t, err)
	before, err := o.MarshalJSON()
	require.NoError(t, err)
	after, err := patch.Apply(before)
	require.NoError(t, err)
	patched := &unstructured.Unstructured{}
	require.NoError(t, utiljson.Unmarshal(after, &patched.Object))
	return patched
}

func differences(list []work.Difference) (all []string) {
	for _, d := range list {
		all = append(all, fmt.Sprintf("%s %s", d.Pointer, d.Kind))
	}
	return all
}

// changes returns how the object that is sent differs from the observed one.
func changes(observed, sent *unstructured.Unstructured) any {
	if sent == nil {
		return "nothing"
	}
	if observed == nil {
		return "the manifest"
	}
	all := []string{}
	for c := range jsontree.Diff(observed.Object, sent.Object) {
		switch c.Op {
		case jsontree.Remove:
			all = append(all, "remove "+c.Pointer.String())
		default:
			value, _ := json.Marshal(c.New)
			all = append(all, fmt.Sprintf("%s %s: %s", c.Op, c.Pointer, value))
		}
	}
	return all
}

func conditionTexts(conditions []metav1.Condition) (all []string) {
	for _, c := range conditions {
		all = append(all, strings.TrimRight(fmt.Sprintf("%s %s since %s, generation %d: %s %s", c.Type, c.Status, c.LastTransitionTime.UTC().Format("15:04"), c.ObservedGeneration, c.Reason, c.Message), ": "))
	}
	return all
}
