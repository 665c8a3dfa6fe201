package override_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/selector"
)

func TestScopeAt(t *testing.T) {
	t.Parallel()
	for at, want := range map[string]override.Scope{
		"":                          override.ScopeLabels | override.ScopeIdentity,
		"/metadata":                 override.ScopeLabels | override.ScopeIdentity,
		"/metadata/labels":          override.ScopeLabels,
		"/metadata/labels/app":      override.ScopeLabels,
		"/metadata/name":            override.ScopeIdentity,
		"/metadata/namespace":       override.ScopeIdentity,
		"/kind":                     override.ScopeIdentity,
		"/apiVersion":               override.ScopeIdentity,
		"/metadata/annotations/app": 0,
		"/metadata/":                0,
		"/spec/metadata/labels":     0,
		"/":                         0,
	} {
		require.Equal(t, want, override.ScopeAt(overridetest.At(at)), at)
	}
}

// TestScopeHolds checks that no step changes what it does not have in its scope.
func TestScopeHolds(t *testing.T) {
	t.Parallel()
	narrow, labels, identities := 0, 0, 0
	for seed := range uint64(200) {
		sc := newScene(t, random(seed, 6000))
		scopes := map[override.Origin]override.Scope{}
		for p := range sc.set.All() {
			all := override.Scope(0)
			for _, rule := range p.Spec().Rules {
				for _, stage := range rule.Stages {
					for _, lane := range stage {
						for _, step := range lane {
							scope := override.ScopeOf(step.Overrider)
							scopes[override.Origin{Policy: p.Ref(), At: step.At}] = scope
							all |= scope
						}
					}
				}
			}
			require.Equal(t, all, p.Scope())
		}
		for _, cluster := range sc.fleet[:4] {
			result, err := sc.set.Select(sc.object).Apply(cluster)
			if err != nil {
				continue
			}
			tree := jsontree.New(sc.object.Object)
			facts := func() selector.Object {
				root, _ := tree.Root().(map[string]any)
				return selector.ObjectOf(overridetest.CopyOf(root).(map[string]any))
			}
			was := facts()
			for _, c := range result.Changes() {
				overridetest.RequireChange(t, tree, c)
				is, scope := facts(), scopes[c.Origin]
				if scope == 0 {
					narrow++
				}
				relabeled := is
				relabeled.Labels = was.Labels
				if !relabeled.Equal(&was) {
					identities++
					require.True(t, scope.Has(override.ScopeIdentity), "%s", c)
				}
				if !relabeled.Equal(&is) {
					labels++
					require.True(t, scope.Has(override.ScopeLabels), "%s", c)
				}
				was = is
			}
		}
	}
	t.Logf("%d changes of steps without scope, %d of labels, %d of identities", narrow, labels, identities)
	require.Greater(t, min(narrow, labels, identities), 20)
}

// images finds an image in an unknown way.
type images struct{ overrider.ImageAt }

func (images) Scope() {} // another method

func TestScopeOfUnknown(t *testing.T) {
	t.Parallel()
	all := override.ScopeLabels | override.ScopeIdentity | override.ScopeCluster
	unknown := override.OverriderFunc(func(override.Input, *override.Edits) error { return nil })
	require.Equal(t, all, override.ScopeOf(unknown), "a function may do anything")
	require.Equal(t, all, override.ScopeOf(overrider.Image{Where: images{}}), "the places of the images are unknown")
	require.Equal(t, all, override.ScopeOf(override.Step{Overrider: unknown}))
	require.Zero(t, override.ScopeOf(override.Ignore("")))
	require.Zero(t, override.ScopeOf(override.Fail(nil)))
}

// more embeds an overrider of the project, and does something else.
type more struct{ overrider.Patch }

func (more) Override(in override.Input, out *override.Edits) error {
	return out.Set(overridetest.At("/metadata/labels/env"), in.Cluster().Labels["env"])
}

// deeper gets all methods of more.
type deeper struct{ more }

// scopedMore embeds an overrider, and has its own scope.
type scopedMore struct{ overrider.Patch }

func (o scopedMore) Scope() (any, override.Scope) { return o, override.ScopeIdentity }

// places finds what it embeds in another way.
type places struct{ overrider.Containers }

func (places) Images(override.Input, *override.Edits) ([]jsontree.Pointer, error) {
	return []jsontree.Pointer{overridetest.At("/metadata/labels/image")}, nil
}

// TestScopeOfEmbedded checks that a type does not get the scope of what it embeds.
func TestScopeOfEmbedded(t *testing.T) {
	t.Parallel()
	all := override.ScopeLabels | override.ScopeIdentity | override.ScopeCluster
	patch := overrider.Patch{Pointer: overridetest.At("/data/x")}
	require.Zero(t, override.ScopeOf(patch))
	require.Zero(t, override.ScopeOf(&patch), "a pointer has the methods of the value")
	for _, o := range []override.Overrider{more{patch}, &more{patch}, deeper{more{patch}}, overrider.Image{Where: places{}}} {
		require.Equal(t, all, override.ScopeOf(o), "%T", o)
	}
	require.Equal(t, override.ScopeIdentity, override.ScopeOf(scopedMore{patch}), "its own method counts")
}

// TestOrigins compares Origins with Blame, for the places of all changes and the places around them.
func TestOrigins(t *testing.T) {
	t.Parallel()
	found := 0
	for seed := range uint64(150) {
		sc := newScene(t, random(seed, 6000))
		for _, cluster := range sc.fleet[:3] {
			result, err := sc.set.Select(sc.object).Apply(cluster)
			if err != nil {
				continue
			}
			var places []jsontree.Pointer
			for _, c := range result.Changes() {
				for n := range len(c.Pointer) + 1 {
					places = append(places, c.Pointer[:n], c.Pointer[:n].Child("0"), c.Pointer[:n].Child("-1"))
				}
			}
			for i, origin := range result.Origins(places) {
				c, _ := result.Blame(places[i])
				require.Equal(t, c.Origin, origin, "%s", places[i])
				if origin != (override.Origin{}) {
					found++
				}
			}
		}
	}
	require.Greater(t, found, 1000)
}

// TestCovering compares Covering with Policy.Covers.
func TestCovering(t *testing.T) {
	t.Parallel()
	for seed := range uint64(60) {
		sc := newScene(t, random(seed, 4000))
		object := selector.ObjectOf(sc.object.Object)
		var want, got []override.Ref
		for p := range sc.set.All() {
			if p.Covers(object) {
				want = append(want, p.Ref())
			}
		}
		for _, p := range sc.set.Covering(object) {
			got = append(got, p.Ref())
		}
		require.ElementsMatch(t, want, got)
	}
}
