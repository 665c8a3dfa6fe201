package override_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/imageparser"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/overrider"
)

// inShort returns a conflict in short: the place, the earlier value and its writer, the later value and its writer, and the order.
// Writers are named by policy, and by step unless it is rules[0].steps[0].
func inShort(c override.Conflict) string {
	side := func(w override.Write) string {
		text := "nothing"
		if !w.Absent {
			text = strings.TrimSpace(fmt.Sprint(w.Value))
		}
		text += " by " + w.Origin.Policy.Name
		if w.Origin.At != "rules[0].steps[0]" {
			text += " " + w.Origin.At
		}
		return text
	}
	return fmt.Sprintf("%s: %s, %s, %s", c.Pointer, side(c.Earlier), side(c.Later), c.Order)
}

// TestConflicts shows what is a conflict. The policies are named a, b and c, and have one rule each.
func TestConflicts(t *testing.T) {
	t.Parallel()
	image := func(operations ...overrider.ImageOperation) []override.Overrider {
		return overridetest.One(overrider.Image{Where: overrider.ImageAt(overridetest.At("/image")), Operations: operations})
	}
	registry, tag := overridetest.ImageOp(imageparser.Registry, overrider.ImageSet, "r.io"), overridetest.ImageOp(imageparser.Tag, overrider.ImageSet, "v2")
	appendTag := overridetest.ImageOp(imageparser.Tag, overrider.ImageAppend, "-b")
	text := func(line string) []override.Overrider {
		return overridetest.Embedded(t, overrider.EmbeddedText{Format: overrider.TextJSON}, line)
	}
	for _, c := range []struct {
		name, reason string
		object       string
		steps        [][]override.Overrider
		want         []string
	}{
		{"one writes", "there is no other writer", "{x: 1}", [][]override.Overrider{overridetest.Do("set /x 2", "set /x 3")}, nil},
		{"another value", "the later one wins", "{x: 1}", [][]override.Overrider{overridetest.Do("set /x 2"), overridetest.Do("set /x 3")}, []string{"/x: 2 by a, 3 by b, name"}},
		{"the same value", "they agree", "{x: 1}", [][]override.Overrider{overridetest.Do("set /x 2"), overridetest.Do("set /x 2")}, nil},
		{"the same number", "it is the same number", "{x: 1}", [][]override.Overrider{overridetest.Do("set /x 2"), overridetest.Do("set /x 2.0")}, nil},
		{"two agree and one does not", "both lost", "{x: 1}", [][]override.Overrider{overridetest.Do("set /x 2"), overridetest.Do("set /x 2"), overridetest.Do("set /x 3")}, []string{"/x: 2 by a, 3 by c, name", "/x: 2 by b, 3 by c, name"}},
		{"one writes the input value", "it is a writer, too", "{x: 1}", [][]override.Overrider{overridetest.Do("set /x 1"), overridetest.Do("set /x 2")}, []string{"/x: 1 by a, 2 by b, name"}},
		{"one writes the same map", "an equal map is not a write", "{m: {x: 1}}", [][]override.Overrider{overridetest.Do("set /m {x: 1}"), overridetest.Do("set /m/x 2")}, nil},
		{"written back", "two conflicts: the loser of one wins the other", "{x: 1}", [][]override.Overrider{overridetest.Do("set /x 2"), overridetest.Do("set /x 3"), overridetest.Do("set /x 2")}, []string{"/x: 2 by a, 3 by b, name", "/x: 3 by b, 2 by c, name"}},

		{"keys of one map", "they are different places", "{m: {}}", [][]override.Overrider{overridetest.Do("set /m/x 1"), overridetest.Do("set /m/z 2")}, nil},
		{"a key added to a map of another", "it is not a conflict", "{}", [][]override.Overrider{overridetest.Do("set /m {x: 1}"), overridetest.Do("set /m/z 2")}, nil},
		{"a key changed in a map of another", "it is a conflict", "{}", [][]override.Overrider{overridetest.Do("set /m {x: 1}"), overridetest.Do("set /m/x 2")}, []string{"/m/x: 1 by a, 2 by b, name"}},
		{"a key removed from a map of another", "it is a conflict", "{}", [][]override.Overrider{overridetest.Do("set /m {x: 1}"), overridetest.Do("remove /m/x")}, []string{"/m/x: 1 by a, nothing by b, name"}},
		{"a key added that another removed", "it is a conflict", "{m: {x: 1}}", [][]override.Overrider{overridetest.Do("remove /m/x"), overridetest.Do("set /m/x 1")}, []string{"/m/x: nothing by a, 1 by b, name"}},
		{"a key added where another removed one", "only the removed key counts", "{m: {x: 1}}", [][]override.Overrider{overridetest.Do("remove /m/x"), overridetest.Do("set /m/z 1")}, nil},
		{"a map removed that another wrote into", "the write inside is lost", "{m: {x: 1, z: 1}}", [][]override.Overrider{overridetest.Do("set /m/x 2"), overridetest.Do("remove /m")}, []string{"/m/x: 2 by a, nothing by b, name"}},
		{"a map replaced that another wrote into", "only the key that differs counts", "{m: {x: 1, z: 1}}", [][]override.Overrider{overridetest.Do("set /m/x 2", "set /m/z 2"), overridetest.Do("set /m {x: 3, z: 2}")}, []string{"/m/x: 2 by a, 3 by b, name"}},
		{"a map with equal keys", "it writes only the keys that differ", "{m: {x: 1, z: 1}}", [][]override.Overrider{overridetest.Do("set /m {x: 1, z: 2}"), overridetest.Do("set /m/x 2")}, nil},
		{"a string for a map", "the whole map is lost, and each part of another writer", "{}", [][]override.Overrider{overridetest.Do("set /m {x: 1}"), overridetest.Do("set /m/z 2"), overridetest.Do("set /m t")}, []string{"/m: map[x:1 z:2] by a, t by c, name", "/m/z: 2 by b, nothing by c, name"}},

		{"elements of one list", "they are different places", "{l: [1, 2]}", [][]override.Overrider{overridetest.Do("set /l/0 3"), overridetest.Do("set /l/1 3")}, nil},
		{"added in front", "the element that was written is the second one now", "{l: [1, 2]}", [][]override.Overrider{overridetest.Do("set /l/0 3"), overridetest.Do("add /l/0 0"), overridetest.Do("set /l/1 4")}, []string{"/l/1: 3 by a, 4 by c, name"}},
		{"added in front, another one", "the first one is that of another policy", "{l: [1, 2]}", [][]override.Overrider{overridetest.Do("set /l/0 3"), overridetest.Do("add /l/0 0"), overridetest.Do("set /l/0 4")}, []string{"/l/0: 0 by b, 4 by c, name"}},
		{"removed in front", "the element that was written is the first one now", "{l: [1, 2]}", [][]override.Overrider{overridetest.Do("set /l/1 3"), overridetest.Do("remove /l/0"), overridetest.Do("set /l/0 4")}, []string{"/l/0: 3 by a, 4 by c, name"}},
		{"an element removed", "the write of another inside is lost", "{l: [{x: 1}]}", [][]override.Overrider{overridetest.Do("set /l/0/x 2"), overridetest.Do("remove /l/0")}, []string{"/l/0/x: 2 by a, nothing by b, name"}},
		{"the element after a removed one", "it moves to the index, but does not get the writers", "{l: [1, 2]}", [][]override.Overrider{overridetest.Do("set /l/0 3"), overridetest.Do("remove /l/0"), overridetest.Do("set /l/0 4")}, []string{"/l/0: 3 by a, nothing by b, name"}},
		{"two elements removed", "each was lost, at the same place", "{l: []}", [][]override.Overrider{overridetest.Do("set /l [1, 2]"), overridetest.Do("remove /l/0", "remove /l/0")}, []string{"/l/0: 1 by a, nothing by b, name", "/l/0: 2 by a, nothing by b rules[0].steps[1], name"}},
		{"the last element by -1", "an index may be counted from the end", "{l: [1, 2]}", [][]override.Overrider{overridetest.Do("set /l/-1 2"), overridetest.Do("set /l/-1 3")}, []string{"/l/1: 2 by a, 3 by b, name"}},
		{"a list that grows in front", "the common suffix is not written", "{l: [1, 2]}", [][]override.Overrider{overridetest.Do("set /l/1 3"), overridetest.Do("set /l [0, 1, 3]"), overridetest.Do("set /l/2 4")}, []string{"/l/2: 3 by a, 4 by c, name"}},

		{"registry and tag", "they are components of their own", "{image: app}", [][]override.Overrider{image(registry), image(tag)}, nil},
		{"tag and tag", "the component is the same", "{image: app}", [][]override.Overrider{image(tag), image(appendTag)}, []string{"/image: app:v2 by a, app:v2-b by b, name"}},
		{"an image as a whole", "it loses once, however many components were written", "{image: app}", [][]override.Overrider{image(registry, tag), overridetest.Do("set /image x")}, []string{"/image: r.io/app:v2 by a, x by b, name"}},
		{"components after the whole image", "it is one conflict, however many", "{image: app}", [][]override.Overrider{overridetest.Do("set /image x"), image(registry, tag)}, []string{"/image: x by a, r.io/x:v2 by b, name"}},
		{"components by two", "each loses", "{image: app}", [][]override.Overrider{image(registry), image(tag), overridetest.Do("remove /image")}, []string{"/image: r.io/app:v2 by a, nothing by c, name", "/image: r.io/app:v2 by b, nothing by c, name"}},
		{"components, then the same image as a whole", "the writer of the same value loses, too", "{image: app}", [][]override.Overrider{image(tag), overridetest.Do("set /image app:v2"), image(appendTag)}, []string{"/image: app:v2 by a, app:v2-b by c, name", "/image: app:v2 by b, app:v2-b by c, name"}},
		{"embedded documents", "the string is one place", `{text: "{}"}`, [][]override.Overrider{text("add /x 1"), text("add /z 2")}, []string{`/text: {"x":1} by a, {"x":1,"z":2} by b, name`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			obj := overridetest.Object(c.object)
			obj.SetKind("Test")
			var policies []overridetest.Policy
			for i, steps := range c.steps {
				policies = append(policies, overridetest.Policy{Name: string(rune('a' + i)), Steps: steps})
			}
			result, err := overridetest.Apply(t, obj, overridetest.Member1, policies...)
			require.NoError(t, err)
			var got []string
			for _, conflict := range result.Conflicts() {
				got = append(got, inShort(conflict))
			}
			require.Equal(t, c.want, got, c.reason)
		})
	}
}

// TestConflictOrder shows the reason why the later step acts later.
func TestConflictOrder(t *testing.T) {
	t.Parallel()
	one, two := overridetest.Do("set /x 1"), overridetest.Do("set /x 2")
	for _, c := range []struct {
		name, reason string
		policies     []overridetest.Policy
		want         []string
	}{
		{"tier", "the namespaced one acts later, whatever its selector", []overridetest.Policy{{Name: "z", Objects: overridetest.Named("web"), Steps: one}, {Name: "shop/a", Steps: two}}, []string{"/x: 1 by z, 2 by a, tier"}},
		{"rank", "the more precise one acts later, whatever its name", []overridetest.Policy{{Name: "z", Steps: one}, {Name: "a", Objects: overridetest.Labelled("web"), Steps: two}}, []string{"/x: 1 by z, 2 by a, rank"}},
		{"rank as the tier found it", "a label of the first tier raises the rank in the second", []overridetest.Policy{
			{Name: "p", Steps: overridetest.Do("set /metadata/labels/app api")}, {Name: "shop/z", Objects: overridetest.Kind("Deployment"), Steps: one}, {Name: "shop/a", Objects: overridetest.Labelled("api"), Steps: two},
		}, []string{"/x: 1 by z, 2 by a, rank"}},
		{"name", "with the same rank, the greater name acts later", []overridetest.Policy{{Name: "z", Objects: overridetest.Named("web"), Steps: two}, {Name: "a", Objects: overridetest.Named("web"), Steps: one}}, []string{"/x: 1 by a, 2 by z, name"}},
		{"rule", "the rules of one policy act in the order written", []overridetest.Policy{{Name: "p", Rules: []overridetest.Rule{{Steps: one}, {Steps: two}}}}, []string{"/x: 1 by p, 2 by p rules[1].steps[0], rule"}},
		{"one rule", "the steps of one rule do not conflict, even in lanes", []overridetest.Policy{{Name: "p", Rules: []overridetest.Rule{{Lanes: [][]override.Overrider{one, two}, Steps: one}}}}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			result, err := overridetest.Apply(t, overridetest.Object("{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop, labels: {app: web}}}"), overridetest.Member1, c.policies...)
			require.NoError(t, err)
			var got []string
			for _, conflict := range result.Conflicts() {
				got = append(got, inShort(conflict))
			}
			require.Equal(t, c.want, got, c.reason)
		})
	}
}

// TestConflictText shows a conflict as a string and as JSON. In JSON, null is a value, and an absent value is omitted.
func TestConflictText(t *testing.T) {
	t.Parallel()
	result, err := overridetest.Apply(t, overridetest.Object("{kind: Test, m: {x: 1}}"), overridetest.Member1,
		overridetest.Policy{Name: "a", Steps: overridetest.Do("set /m/x null")}, overridetest.Policy{Name: "b", Steps: overridetest.Do("remove /m/x")})
	require.NoError(t, err)
	require.Len(t, result.Conflicts(), 1)
	require.Equal(t, overridetest.Dedent(`/m/x
		null by ClusterPolicy a: rules[0].steps[0]
		lost to nothing by ClusterPolicy b: rules[0].steps[0]
		because `)+override.OrderName.Why(), result.Conflicts()[0].String())
	require.JSONEq(t, `[{"path": "/m/x", "order": "name",
		"earlier": {"origin": {"policy": {"kind": "ClusterPolicy", "name": "a"}, "at": "rules[0].steps[0]"}, "value": null},
		"later": {"origin": {"policy": {"kind": "ClusterPolicy", "name": "b"}, "at": "rules[0].steps[0]"}}}]`, overridetest.AsJSON(t, result.Conflicts()))
}
