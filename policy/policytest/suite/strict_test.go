package suite

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy/schema"
	"github.com/overridekit/overridekit/selector"
)

// TestUntestedEach has a case between the cells of a matrix, a policy that is always replaced, and one whose outcome no assertion is about.
func TestUntestedEach(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, folder, map[string]string{
		"values/a/x.yaml": member1, "values/c/x.yaml": member2,
		"tests/m/case.yaml":    "# why\nmatrix: {v: ../../values/*}\n",
		"tests/m/input.yaml":   configMap + "---\n" + relabel,
		"tests/m/b/input.yaml": stream("between m/a and m/c", configMap, member1),
	})
	require.Empty(t, failures(folder+"/tests", true))
	require.Empty(t, failures(folder+"/tests", false))
	require.NotContains(t, tree(t, folder), "tests/m/want/untested.yaml")

	folder = t.TempDir()
	write(t, folder, map[string]string{
		"shared/p.yaml": relabel, "a/input.yaml": stream("why", configMap, member2), "a/replace.yaml": strings.Replace(relabel, "tier: web", "tier: api", 1),
	})
	require.Empty(t, failures(folder, true))
	require.Equal(t, "# No case tests:\n# OverridePolicy default/relabel: every case that reads it replaces it\n", tree(t, folder)["untested.yaml"])
	write(t, folder, map[string]string{"b/input.yaml": stream("why", configMap, member2)})
	require.Empty(t, failures(folder, true))
	require.NotContains(t, tree(t, folder), "untested.yaml")

	for assertion, tested := range map[string]bool{"unchanged: {clusters: member1}": false, "unchanged: {clusters: member2}": true, "conflicts: none": false, "lint: error": false} {
		folder = t.TempDir()
		write(t, folder, map[string]string{"shared/p.yaml": strings.Join([]string{relabel, configMap, member1, member2}, "---\n"),
			"a/case.yaml": "# why\nassert:\n- " + assertion + "\n"})
		failures(folder, true)
		_, err := os.Stat(folder + "/untested.yaml")
		require.Equal(t, tested, os.IsNotExist(err), assertion)
	}
}

// TestReadTwice refuses files of a case that the case or all cases read again, and shared folders without a case.
func TestReadTwice(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		files map[string]string
		want  string
	}{
		"input":         {map[string]string{"a/case.yaml": "# why\nread: input.yaml\n", "a/input.yaml": configMap + "---\n" + member1}, "read: ROOT/a/input.yaml is a file of the case itself"},
		"all":           {map[string]string{"a/case.yaml": "# why\nread: .\n", "a/more.yaml": configMap + "---\n" + member1}, "is a file of the case itself"},
		"idle":          {map[string]string{"a/input.yaml": stream("why", configMap, member1), "b/shared/x.yaml": member2}, "ROOT/b/shared/x.yaml: no case reads this file; no case is beside the folder shared or below"},
		"want":          {map[string]string{"a/input.yaml": stream("why", configMap, member1), "shared/want.yaml": "# x\n"}, "ROOT/shared/want.yaml: no case reads this file; a folder named shared is not a case"},
		"yml":           {map[string]string{"a/input.yaml": stream("why", configMap, member1), "b/case.yml": "# x\n"}, "ROOT/b/case.yml: no case reads this file, did you mean case.yaml?"},
		"axes":          {map[string]string{"a/case.yaml": "# why\nmatrix: {}\n"}, "ROOT/a/case.yaml:2: matrix: found 0 keys, expected 1 to 100"},
		"none":          {map[string]string{"a/case.yaml": "# why\nassert: []\n"}, "ROOT/a/case.yaml:2: assert: found an empty list, expected at least one assertion"},
		"many":          {map[string]string{"a/case.yaml": "# why\nassert: [" + strings.Repeat("{valid: {}},", 1001) + "]\n"}, "assert: found 1001 assertions, expected at most 1000"},
		"star":          {map[string]string{"a/case.yaml": "# why\nclusters: [*-eu-1]\n"}, "unknown anchor '-eu-1' referenced; quote a pattern that begins with *"},
		"null":          {map[string]string{"a/case.yaml": "# why\nobjects: null\n"}, "ROOT/a/case.yaml:2: objects: found null, expected a string"},
		"twice":         {map[string]string{"a/input.yaml": stream("why", configMap, configMap, member1)}, "ConfigMap default/settings is defined twice in this file"},
		"near":          {map[string]string{"a/input.yaml": stream("why", configMap, member1), "a/case.yaml": "# why\nclusters: [membr1]\n"}, `"membr1" matches none of 1: did you mean member1?`},
		"names":         {map[string]string{"a/input.yaml": stream("why", configMap, member1), "a/case.yaml": "# why\nobjects: [Pod/*]\n"}, `"Pod/*" matches none of 1: ConfigMap/settings`},
		"empty read":    {map[string]string{"a/case.yaml": "# why\nread: x\n", "a/x/y.yaml": "# nothing\n"}, "ROOT/a/case.yaml:2: read: \"x\" has no document"},
		"empty replace": {map[string]string{"a/input.yaml": stream("why", configMap, member1), "a/replace.yaml": "# nothing\n"}, "ROOT/a/replace.yaml: found no document"},
		"control":       {map[string]string{"a/case.yaml": "# why\n# \x01\nread: x\n"}, "ROOT/a/case.yaml:2: control characters are not allowed"},
		"placed twice":  {map[string]string{"a/case.yaml": "# why\nassert:\n- placed: {objects: A/b, clusters: [m1, m1]}\n"}, "clusters: found \"m1\" twice"},
		"ruler":         {map[string]string{"a/input.yaml": "# ------\n# yaml-language-server: $schema=x\n" + configMap}, "ROOT/a/input.yaml:1: no reason found"},
	} {
		folder := t.TempDir()
		write(t, folder, tc.files)
		got := failures(folder, false)
		require.Contains(t, got, tc.want, name)
		require.Equal(t, name != "null" || strings.Count(got, "objects:") == 1, true, got)
	}
	folder := t.TempDir()
	write(t, folder, map[string]string{"a/input.yaml": stream("why", configMap, member1)})
	write(t, folder, map[string]string{"a.yaml": "# nothing\n"})
	_, err := Load(folder+"/a", folder+"/a.yaml")
	require.ErrorContains(t, err, "a.yaml\" has no document")
	require.Contains(t, failures(folder, false, folder+"/a/input.yaml"), "this file of a case is also read by a path")
}

// TestAddedMisfits finds what the policies make wrong after what was wrong before.
func TestAddedMisfits(t *testing.T) {
	t.Parallel()
	object := func(text string) *unstructured.Unstructured {
		return &unstructured.Unstructured{Object: map[string]any{"apiVersion": "apps/v1", "kind": "Deployment",
			"spec": map[string]any{"minReadySeconds": "five", "revisionHistoryLimit": text, "paused": "x"}}}
	}
	before := object("")
	before.Object["spec"].(map[string]any)["revisionHistoryLimit"] = int64(1)
	added, complete := addedMisfits(&schema.Schemas{}, before, object("y"))
	require.True(t, complete)
	require.Len(t, added, 1)
	require.Equal(t, "/spec/revisionHistoryLimit", added[0].Path.String())
	require.Equal(t, "five", before.Object["spec"].(map[string]any)["minReadySeconds"], "the object is not written")
	added, complete = addedMisfits(&schema.Schemas{}, before, before)
	require.True(t, complete)
	require.Empty(t, added)
	for i := range 200 {
		before.Object["spec"].(map[string]any)[fmt.Sprint("x", i)] = "y"
	}
	_, complete = addedMisfits(&schema.Schemas{}, before, before)
	require.False(t, complete)
}

// TestOddAssertions has no panic for pointers and for types of other packages.
func TestOddAssertions(t *testing.T) {
	t.Parallel()
	in := &input{}
	type own struct{ Assertion }
	for _, a := range []Assertion{nil, (*Value)(nil), (*Unchanged)(nil), own{}, &own{}} {
		require.Contains(t, in.assertAllOf(a), "expected an assertion of package suite")
	}
	require.Contains(t, in.assertAllOf(&Lint{9}), "lint: severity: found 9")
	require.Contains(t, in.assertAllOf(Value{Path: "/a"}), "objects: found no pattern")
	require.Less(t, len(in.assertAllOf(Value{Objects: []string{"A/b"}, Path: "/" + strings.Repeat("x", 400_000), Is: 1, Absent: true})), 10_000)
	require.Contains(t, in.assertAllOf(Value{Objects: []string{"A/b"}, Path: "/a"}), "value: is: found neither a value nor absent")
	require.Contains(t, in.assertAllOf(Decided{Objects: []string{"A/b"}, Path: "/a"}), `decided: by: found "", expected a policy`)
	require.Contains(t, in.assertAllOf(Decided{Objects: []string{"A/b"}, Path: "/a", By: "A/b", Nobody: true}), "decided: by: found a policy and nobody")
	require.Contains(t, in.assertAllOf(Placed{Objects: []string{"A/b"}}), "placed: clusters: found 0 clusters and nowhere false")
	require.Empty(t, (&Case{}).Files())
}

func (in *input) assertAllOf(a Assertion) string { return fmt.Sprint(in.assertAll([]Assertion{a})) }

// TestAssertHide hides the values of the places that the caller names, and those of Secrets.
func TestAssertHide(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, folder, map[string]string{"a/input.yaml": shop,
		"a/case.yaml": "# why\nassert:\n- value: {objects: Deployment/web, path: /spec/replicas, is: 99}\n- value: {objects: Secret/login, path: /stringData/password, is: a}\n"})
	s, err := Load(folder)
	require.NoError(t, err)
	got := s.Cases[0].Check(Options{Hide: func(o selector.Object) []jsontree.Pointer { return []jsontree.Pointer{{"spec", "replicas"}} }}).String()
	require.Contains(t, got, `/spec/replicas is "***", expected another value`)
	require.NotContains(t, got+s.Cases[0].Check(Options{Hide: redact.Nothing}).String(), "swordfish")
}

// TestManyPatterns has many patterns and objects. Each pattern is looked up in one index, and few of the misspelt names are searched.
func TestManyPatterns(t *testing.T) {
	t.Parallel()
	in := &input{}
	var patterns []string
	for i := range 10_000 {
		in.objects = append(in.objects, &unstructured.Unstructured{Object: map[string]any{"kind": "ConfigMap",
			"metadata": map[string]any{"namespace": "shop", "name": fmt.Sprint("o", i)}}})
	}
	for i := range 1000 {
		patterns = append(patterns, fmt.Sprint("ConfigMap/shop/p", i))
	}
	a := &asserted{of: Unchanged{}, in: in}
	a.matchObjects(patterns)
	require.Len(t, a.failures, maxFailures)
	require.Equal(t, maxSuggestions-1000, in.index.left, "one index counts all suggestions")
	require.Len(t, in.index.candidates("ConfigMap/shop/o7"), 1)
	require.Empty(t, in.index.candidates(patterns[7]))
	in.index.left = 0
	require.Empty(t, in.index.suggest(patterns[7]), "no more names are searched")
	in.index = nil
	require.Contains(t, in.objectIndex().named, "ConfigMap/shop/o7")
	in.index = nil
	require.Equal(t, ", did you mean ConfigMap/shop/o7?", in.objectIndex().suggest("ConfigMap/o7/shop"))
	require.Equal(t, ", did you mean ConfigMap/shop/o7?", in.objectIndex().suggest("ConfigMap/other/o7"))
}

// TestOneFailure reports a step that fails once for all assertions.
func TestOneFailure(t *testing.T) {
	t.Parallel()
	failing := strings.Replace(shop, "/spec/replicas, operator: replace, value: 5", "/spec/nothing/inside, operator: replace, value: 5", 1)
	got := asserting(t, failing, "unchanged: {objects: Deployment/*, clusters: eu}\n- value: {objects: Deployment/web, clusters: eu, path: /spec/replicas, is: 1}\n- valid: {clusters: eu}", nil)
	require.Equal(t, 1, strings.Count(got, "found an error"), got)
	require.Contains(t, got, "\n  it also fails value in line 5, valid in line 6")
}
