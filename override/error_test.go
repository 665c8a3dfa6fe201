package override_test

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/selector"
)

// failing returns an overrider that fails with err.
func failing(err error) []override.Overrider {
	return []override.Overrider{override.OverriderFunc(func(override.Input, *override.Edits) error { return err })}
}

// errorsCases are the cases of [TestErrors].
var errorsCases = []struct {
	name, reason string
	steps        []override.Overrider
	code         override.Code
	pointer, err string
}{
	{
		"path", "the object does not have the place of an edit",
		overridetest.Do("replace /spec/replicaz 5"), override.CodePath, "/spec/replicaz",
		`Policy shop/p: rules[0].steps[0]: Deployment shop/web in cluster member1: replace /spec/replicaz: /spec has no key "replicaz"`,
	}, {
		"value", "a value of the object is unsuitable for the step",
		[]override.Overrider{overrider.SetLabels(map[string]string{"a": "b"})}, override.CodeValue, "/metadata/labels/count",
		`Policy shop/p: rules[0].steps[0]: Deployment shop/web in cluster member1: /metadata/labels/count is the number 5, expected a string`,
	}, {
		"invalid", "a rule leaves an invalid value",
		[]override.Overrider{broken("/spec/replicas", "-1")}, override.CodeInvalid, "/spec/replicas",
		`Policy shop/p: rules[0].steps[0]: Deployment shop/web in cluster member1: /spec/replicas: it must not be -1`,
	}, {
		"fault", "the policy is invalid",
		[]override.Overrider{override.Fail(errors.New(`operator "ad" is unknown`))}, override.CodeFault, "",
		`Policy shop/p: rules[0].steps[0]: Deployment shop/web in cluster member1: operator "ad" is unknown`,
	}, {
		"step", "an overrider fails with any other error",
		failing(io.ErrUnexpectedEOF), override.CodeStep, "",
		`Policy shop/p: rules[0].steps[0]: Deployment shop/web in cluster member1: unexpected EOF`,
	}, {
		"a value that is not JSON", "the cause is the step, not the place",
		[]override.Overrider{override.OverriderFunc(func(_ override.Input, out *override.Edits) error {
			return out.Set(overridetest.At("/spec/list"), []any{5})
		})}, override.CodeStep, "",
		`Policy shop/p: rules[0].steps[0]: Deployment shop/web in cluster member1: the value for /spec/list: /0 is a Go int, expected a JSON value (null, bool, int64, float64, string, list or map of those)`,
	}, {
		"kind lost", "an object must have a kind",
		overridetest.Do("set /spec/replicas 4", "remove /kind", "set /spec/replicas 5"), override.CodeInvalid, "",
		`Policy shop/p: rules[0].steps[1]: Deployment shop/web in cluster member1: the object no longer has a kind`,
	}, {
		"kind of another type", "a kind must be a string",
		overridetest.Do("replace /kind 5"), override.CodeInvalid, "",
		`Policy shop/p: rules[0].steps[0]: Deployment shop/web in cluster member1: the object no longer has a kind`,
	}, {
		"apiVersion", "it may have at most one slash",
		overridetest.Do("replace /apiVersion a/b/c"), override.CodeInvalid, "",
		`Policy shop/p: rules[0].steps[0]: Deployment shop/web in cluster member1: the object's apiVersion "a/b/c" is not a group and version: unexpected GroupVersion string: a/b/c`,
	}, {
		"a list", "the document must be an object",
		overridetest.Do("replace  [1]"), override.CodeInvalid, "",
		`Policy shop/p: rules[0].steps[0]: Deployment shop/web in cluster member1: the object became a list`,
	}, {
		"null", "the document must be an object",
		overridetest.Do("replace  null"), override.CodeInvalid, "",
		`Policy shop/p: rules[0].steps[0]: Deployment shop/web in cluster member1: the object became null`,
	}, {
		"a string", "a document can become an object, a list or null only",
		overridetest.Do("replace  text"), override.CodePath, "",
		`Policy shop/p: rules[0].steps[0]: Deployment shop/web in cluster member1: replace the document: the document cannot become the string "text", expected an object or a list`,
	}, {
		"test", "a failed test is an edit that the object does not allow",
		overridetest.Do("test /spec/replicas 4"), override.CodePath, "/spec/replicas",
		`Policy shop/p: rules[0].steps[0]: Deployment shop/web in cluster member1: test /spec/replicas: /spec/replicas is 3, expected 4`,
	}, {
		"the whole document", "a value may be the document itself",
		[]override.Overrider{overrider.Image{Where: overrider.ImageAt(nil)}}, override.CodeValue, "",
		`Policy shop/p: rules[0].steps[0]: Deployment shop/web in cluster member1: the document is an object, expected an image reference`,
	},
}

// TestErrors shows the message and the fields of each kind of error.
func TestErrors(t *testing.T) {
	t.Parallel()
	for _, c := range errorsCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			obj := overridetest.Object("{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop, labels: {count: 5}}, spec: {replicas: 3}}")
			_, err := overridetest.Apply(t, obj, overridetest.Member1, overridetest.Policy{Name: "shop/p", Steps: c.steps})
			require.EqualError(t, err, c.err, c.reason)
			var e *override.Error
			require.ErrorAs(t, err, &e)
			require.Equal(t, c.code, e.Code, c.reason)
			require.Equal(t, c.pointer, e.Pointer.String(), c.reason)
			require.Equal(t, override.Ref{Kind: "Policy", Namespace: "shop", Name: "p"}, e.Policy)
			require.Equal(t, override.Ref{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "shop", Name: "web"}, e.Object)
			require.Equal(t, "member1", e.Cluster)
		})
	}
}

// TestErrorNames shows that an error names the input object, and leaves out what is empty.
func TestErrorNames(t *testing.T) {
	t.Parallel()
	p := overridetest.Policy{Name: "p", Steps: append(overridetest.Do("set /kind Other", "set /metadata {name: other}"), failing(io.EOF)...)}
	_, err := overridetest.Apply(t, overridetest.Object("{kind: Test, metadata: {name: x}}"), overridetest.Member1, p)
	require.EqualError(t, err, "ClusterPolicy p: rules[0].steps[2]: Test x in cluster member1: EOF", "the object is the input object")
	_, err = overridetest.Apply(t, overridetest.Object("{kind: Test}"), selector.Cluster{}, p)
	require.EqualError(t, err, "ClusterPolicy p: rules[0].steps[2]: Test: EOF", "empty fields are left out")
}

// TestKindBlame shows which step the error names if a stage leaves an invalid kind: the last one that wrote the invalid value.
func TestKindBlame(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		steps        []string
		at           string // empty: no error
	}{
		{"others wrote, too", "a step that wrote another place is not named", []string{"set /a 1", "remove /kind", "set /b 1", "set /apiVersion v2"}, "steps[1]"},
		{"the last of two", "earlier writers do not count", []string{"set /kind Other", "set /kind null", "set /apiVersion v2"}, "steps[1]"},
		{"apiVersion", "kind and apiVersion are separate places", []string{"set /apiVersion a/b/c", "set /kind Other"}, "steps[0]"},
		{"the document", "a new document has a new kind", []string{"set /kind Other", "replace  {}", "set /b 1"}, "steps[1]"},
		{"repaired in between", "only the object after the stage counts", []string{"replace  [1]", "replace  null", "replace  {kind: Other}"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for _, lanes := range [][][]override.Overrider{{overridetest.Do(c.steps...)}, {{}, overridetest.Do(c.steps...)}} {
				_, err := overridetest.Apply(t, overridetest.Object("{apiVersion: v1, kind: Test}"), overridetest.Member1,
					overridetest.Policy{Name: "p", Rules: []overridetest.Rule{{Steps: overridetest.Do("set /z 1")}, {Lanes: lanes}}})
				if c.at == "" {
					require.NoError(t, err, c.reason)
					continue
				}
				var e *override.Error
				require.ErrorAs(t, err, &e, c.reason)
				require.Equal(t, fmt.Sprintf("rules[1].lanes[%d].%s", len(lanes)-1, c.at), e.At, c.reason)
			}
		})
	}
}

// TestErrorUnwraps shows that errors.Is and errors.As find the error of an overrider.
func TestErrorUnwraps(t *testing.T) {
	t.Parallel()
	_, err := overridetest.Apply(t, overridetest.Object("{kind: Test}"), overridetest.Member1,
		overridetest.Policy{Name: "p", Steps: failing(errors.Join(io.EOF,
			&jsontree.ValueError{Pointer: overridetest.At("/a"), Found: "missing", Expected: "a list", Err: io.ErrShortWrite}))})
	require.ErrorIs(t, err, io.EOF)
	require.ErrorIs(t, err, io.ErrShortWrite)
	var v *jsontree.ValueError
	require.ErrorAs(t, err, &v)
	require.EqualError(t, v, "/a is missing, expected a list: short write")

	_, err = overridetest.Apply(t, overridetest.Object("{kind: Test}"), overridetest.Member1, overridetest.Policy{Name: "p", Steps: overridetest.Do("remove /a")})
	var edit *jsontree.Error
	require.ErrorAs(t, err, &edit)
	require.Equal(t, jsontree.Remove, edit.Op)
}

// TestFirstErrorEndsRun shows that an error ends the run, and does not affect other clusters and objects.
func TestFirstErrorEndsRun(t *testing.T) {
	t.Parallel()
	policies := []overridetest.Policy{
		{Name: "a", Rules: []overridetest.Rule{{Clusters: selector.ClusterSelector{Names: []string{"member1"}}, Steps: overridetest.Do("remove /absent")}}},
		{Name: "b", Steps: failing(io.EOF)},
	}
	_, err := overridetest.Apply(t, overridetest.Object("{kind: Test}"), overridetest.Member1, policies...)
	require.ErrorContains(t, err, "ClusterPolicy a: ")
	require.NotErrorIs(t, err, io.EOF, "the policy after it did not act")
	_, err = overridetest.Apply(t, overridetest.Object("{kind: Test}"), selector.Cluster{Name: "member2"}, policies...)
	require.ErrorIs(t, err, io.EOF, "the rule that fails does not cover the other cluster")
	result, err := overridetest.Apply(t, overridetest.Object("{kind: Test}"), overridetest.Member1,
		overridetest.Policy{Name: "p", Steps: overridetest.Do("set /kind null", "set /kind Test")}, policies[1])
	require.Nil(t, result)
	require.ErrorContains(t, err, "ClusterPolicy b: ")
}
