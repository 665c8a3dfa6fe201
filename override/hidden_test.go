package override_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/imageparser"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/selector"
)

const login = `{apiVersion: v1, kind: Secret, metadata: {name: s, annotations: {other: shown}}, data: {a: hunter2, b: hunter2}}`

func hiddenSet(t *testing.T, steps ...override.Overrider) *override.Set {
	t.Helper()
	return override.NewSet(overridetest.Policy{Name: "p", Steps: steps}.Compile(t))
}

// TestHiddenErrors has steps that fail on a Secret, with errors that contain a value.
func TestHiddenErrors(t *testing.T) {
	t.Parallel()
	at := jsontree.Pointer{"data", "a"}
	image := func(verb overrider.ImageVerb, value string) override.Overrider {
		return overrider.Image{Where: overrider.ImageAt(at), Operations: []overrider.ImageOperation{{Component: imageparser.Tag, Verb: verb, Value: value}}}
	}
	failing := func(err error) override.Overrider {
		return override.OverriderFunc(func(override.Input, *override.Edits) error { return err })
	}
	embedded, err := overrider.Embedded(overrider.EmbeddedText{At: at, Format: overrider.TextJSON, Base64: true}, []overrider.TextOperation{{Op: jsontree.Remove, Path: "/x"}})
	require.NoError(t, err)
	reject := override.OverriderFunc(func(_ override.Input, out *override.Edits) error {
		err := out.Replace(at, "swordfish")
		out.Reject(at, errors.New("hunter2 is bad"))
		return err
	})
	for _, c := range []struct {
		name, reason string
		step         override.Overrider
		want         string
	}{
		{"an image", "the value is shown twice", overrider.Image{Where: overrider.ImageAt{"data"}}, "/data is an object, expected an image reference"},
		{"a bad tag", "the policy's value is for the Secret", image(overrider.ImageSet, "swordfish!"), "/data/a is ***, expected an image to which this operation applies"},
		{"a broken reference", "the parser quotes it", reject, "/data/a: the reason is not shown, because it may contain a secret value"},
		{"a path below", "the error quotes the value", overrider.Patch{Op: jsontree.Add, Pointer: at.Child("x"), Value: 1.0}, "add /data/a/x: /data/a is ***, expected an object or a list"},
		{"a test", "the error quotes both values", overrider.Patch{Op: jsontree.Test, Pointer: at, Value: "swordfish"}, "test /data/a: /data/a is ***, expected another value"},
		{"a test of all", "the error quotes the parent", overrider.Patch{Op: jsontree.Test, Value: "swordfish"}, "test the document: the document is ***, expected another value"},
		{"base64", "the offset is not secret", embedded, "/data/a is ***, expected base64: illegal base64 data at input byte 4"},
		{"an error of the caller's", "it may contain any value", failing(fmt.Errorf("hunter2: %w", io.EOF)), "the reason is not shown, because it may contain a secret value"},
		{"about another place", "it is not secret", failing(&jsontree.ValueError{Pointer: jsontree.Pointer{"type"}, Found: "x", Expected: "y"}), "/type is x, expected y"},
		{"a fault", "it does not depend on the Secret", override.Fail(errors.New("operator unknown")), "operator unknown"},
		{"no kind", "it is an error of the engine", overrider.Patch{Op: jsontree.Remove, Pointer: jsontree.Pointer{"kind"}}, "the object no longer has a kind"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			selection := hiddenSet(t, c.step).Select(overridetest.Object(login))
			_, err := selection.Apply(overridetest.Member1)
			var failed *override.Error
			require.ErrorAs(t, err, &failed)
			require.EqualError(t, failed.Err, c.want, c.reason)
			require.NotContains(t, err.Error(), "hunter2")
			require.NotContains(t, selection.Explain(overridetest.Member1).String(), "hunter2")
		})
	}
	_, err = hiddenSet(t, failing(io.EOF)).Select(overridetest.Object(login)).Apply(overridetest.Member1)
	require.ErrorIs(t, err, io.EOF, "errors.Is still finds the cause")
	_, err = hiddenSet(t, failing(errors.New("hunter2"))).Hiding(redact.Nothing).Select(overridetest.Object(login)).Apply(overridetest.Member1)
	require.ErrorContains(t, err, "hunter2", "Reveal shows the values")
}

// TestHiddenReasons shows the reasons and warnings of a step for a Secret.
func TestHiddenReasons(t *testing.T) {
	t.Parallel()
	step := override.OverriderFunc(func(in override.Input, out *override.Edits) error {
		at, other := jsontree.Pointer{"data", "a"}, jsontree.Pointer{"metadata", "annotations", "other"}
		require.True(t, in.Hidden(at))
		require.False(t, in.Hidden(other))
		v, _ := in.Get(at)
		all, _ := in.Get(jsontree.Pointer{"data"})
		out.Skip("%s is %q, %v", at, v, all)
		out.Skip("%s is %q", other, "shown")
		out.Skip("%v", errors.New("hunter2"))
		out.Warn(at, "lost %d of %v", 5, all)
		out.Warn(other, "lost %d", 5)
		return nil
	})
	result, err := hiddenSet(t, step).Select(overridetest.Object(login)).Apply(overridetest.Member1)
	require.NoError(t, err)
	reasons := []string{}
	for _, s := range result.Skips() {
		reasons = append(reasons, s.Reason)
	}
	require.Equal(t, []string{
		"/data/a is ***, ***", `/metadata/annotations/other is "shown"`, "the reason is not shown, because it may contain a secret value",
	}, reasons)
	require.Equal(t, "lost *** of ***", result.Warnings()[0].Text)
	require.Equal(t, "lost 5", result.Warnings()[1].Text)
}

// TestHiddenValues shows what changes and conflicts hide, and that they still have the values.
func TestHiddenValues(t *testing.T) {
	t.Parallel()
	policies := []*override.Policy{
		overridetest.Policy{Name: "p", Steps: overridetest.Do(`set /data/a swordfish`, `set /data/c new`, `remove /data/b`)}.Compile(t),
		overridetest.Policy{Name: "q", Steps: overridetest.Do(`set /data/a hunter3`, `set /type Opaque`)}.Compile(t),
	}
	result, err := override.NewSet(policies...).Select(overridetest.Object(login)).Apply(overridetest.Member1)
	require.NoError(t, err)
	changes := result.Changes()
	texts := []string{}
	for _, c := range changes {
		texts = append(texts, c.String())
	}
	require.Equal(t, []string{
		`/data/a: "*** (before)" -> "*** (after)"`, `+ /data/c: "***"`, `- /data/b: "***"`, `/data/a: "*** (before)" -> "*** (after)"`, `+ /type: "Opaque"`,
	}, texts)
	require.Equal(t, "hunter2", changes[0].Old)
	require.Equal(t, "swordfish", changes[0].New)
	require.Equal(t, `/data/a: "hunter2" -> "swordfish"`, changes[0].Reveal().String())
	text, err := json.Marshal(changes[0])
	require.NoError(t, err)
	require.Contains(t, string(text), `"old":"*** (before)","new":"*** (after)"`)
	conflict := result.Conflicts()[0]
	require.Equal(t, "swordfish", conflict.Earlier.Value)
	require.Contains(t, conflict.String(), `"*** (before)" by ClusterPolicy p: rules[0].steps[0]`)
	require.Contains(t, conflict.String(), `lost to "*** (after)" by`)
	require.Contains(t, conflict.Reveal().String(), "swordfish")
	annotated, err := result.AnnotatedYAML()
	require.NoError(t, err)
	require.Contains(t, string(annotated), "  a: '***' # ClusterPolicy q: rules[0].steps[0]\n  c: '***' # ClusterPolicy p: rules[0].steps[1]\n")
	require.Contains(t, string(annotated), "other: shown\n")
	patch, err := result.JSONPatch()
	require.NoError(t, err)
	require.Contains(t, string(patch), "hunter3", "the patch is for programs")
}

// TestHiddenKind has an object that is a Secret only for a while, and objects that never are.
func TestHiddenKind(t *testing.T) {
	t.Parallel()
	hides := redact.Places(func(o selector.Object) []jsontree.Pointer {
		if o.Kind == "Vault" {
			return []jsontree.Pointer{{"spec", "tokens"}}
		}
		return redact.Secrets(o)
	})
	for _, c := range []struct {
		name, reason, object string
		places               redact.Places
		steps                []override.Overrider
		hidden               bool
	}{
		{"was one", "its values were secret", `{apiVersion: v1, kind: Secret, data: {a: hunter2}}`, nil, overridetest.Do("replace /kind ConfigMap", "replace /data/a x"), true},
		{"becomes one", "earlier changes are hidden, too", `{apiVersion: v1, kind: ConfigMap, data: {a: hunter2}}`, nil, overridetest.Do("replace /data/a x", "replace /kind Secret"), true},
		{"in between", "a Secret for a moment counts, too", `{apiVersion: v1, kind: A, data: {a: hunter2}}`, nil, overridetest.Do("replace /data/a x", "replace /kind Secret", "replace /kind B"), true},
		{"ConfigMap", "its data is not secret", `{apiVersion: v1, kind: ConfigMap, data: {a: hunter2}}`, nil, overridetest.Do("replace /data/a x"), false},
		{"the caller's", "a place of another kind", `{apiVersion: a/v1, kind: Vault, spec: {tokens: {a: hunter2}}}`, hides, overridetest.Do("replace /spec/tokens/a x"), true},
		{"not requested", "it is not in the hidden places", `{apiVersion: a/v1, kind: Vault, spec: {tokens: {a: hunter2}}}`, nil, overridetest.Do("replace /spec/tokens/a x"), false},
		{"a Secret beside it", "the default hides, too", login, hides, overridetest.Do("replace /data/a x"), true},
		{"nothing", "it was requested", login, redact.Nothing, overridetest.Do("replace /data/a x"), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			text := hiddenSet(t, c.steps...).Hiding(c.places).Select(overridetest.Object(c.object)).Explain(overridetest.Member1).String()
			if c.hidden {
				require.NotContains(t, text, "hunter2", c.reason)
				require.Contains(t, text, "*** (before)", c.reason)
			} else {
				require.Contains(t, text, "hunter2", c.reason)
			}
		})
	}
	lanes := overridetest.Policy{Name: "p", Rules: []overridetest.Rule{{Lanes: [][]override.Overrider{overridetest.Do("replace /kind Secret", "test /data/a x")}}}}
	_, err := override.NewSet(lanes.Compile(t)).Select(overridetest.Object(`{apiVersion: v1, kind: ConfigMap, data: {a: hunter2}}`)).Apply(overridetest.Member1)
	require.ErrorContains(t, err, "/data/a is ***", "in a lane, too")
}
