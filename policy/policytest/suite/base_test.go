package suite

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBase compares cases that add to what others have merged with those that merge everything, in all golden cases of the dialects.
func TestBase(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	const definition = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: tenants.example.com}\nspec: {group: example.com, names: {kind: Tenant}, scope: Cluster}\n"
	many := []string{configMap}
	for i := range 2 * maxAdded {
		many = append(many, strings.ReplaceAll(relabel, "name: relabel", fmt.Sprintf("name: many%d", i)))
	}
	write(t, folder, map[string]string{
		"shared/base.yaml":      strings.Join([]string{member1, member2, nginx, image, "apiVersion: example.com/v1\nkind: Tenant\nmetadata: {name: a}\n"}, "---\n"),
		"adds/input.yaml":       stream("a policy and an object", relabel, configMap),
		"many/input.yaml":       stream("many policies", many...),
		"defines/input.yaml":    stream("the kind of a shared object", definition),
		"empty/case.yaml":       "# nothing of its own\n",
		"policy/input.yaml":     stream("a shared policy again", image),
		"object/input.yaml":     stream("a shared object again", nginx),
		"cluster/input.yaml":    stream("a shared cluster again", member2),
		"replaces/replace.yaml": member1,
		"replaces/case.yaml":    "# a shared cluster\n",
		"broken/input.yaml":     stream("a document that cannot be decoded", "kind: ["),
	})
	total := map[bool]int{}
	for _, name := range []string{folder, "../../../testdata/policies"} {
		fast, err := Load(name)
		require.NoError(t, err)
		slow, err := Load(name)
		require.NoError(t, err)
		for i, c := range fast.Cases {
			slow.Cases[i].base.load().repeated = true
			got, want := &Report{}, &Report{}
			a, b := c.load(got), slow.Cases[i].load(want)
			require.Equal(t, want.Failures, got.Failures, c.Name)
			total[a == nil]++
			if a == nil {
				continue
			}
			e := newEffects()
			first, err := a.outcome(e, false)
			require.NoError(t, err)
			second, err := b.outcome(newEffects(), false)
			require.NoError(t, err)
			require.Equal(t, second.text(), first.text(), c.Name)
			require.Equal(t, b.Objects, a.Objects, c.Name)
			require.Equal(t, b.Clusters, a.Clusters, c.Name)
			for _, p := range a.Policies {
				require.Equal(t, b.Place(p.Ref(), "spec"), a.Place(p.Ref(), "spec"))
			}
		}
	}
	require.Greater(t, total[false], 100)
	require.Equal(t, 3, total[true])
}

// TestSharedBase merges what several cases read once.
func TestSharedBase(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, folder, map[string]string{
		"shared/a.yaml": member1, "a/input.yaml": stream("a", configMap), "b/input.yaml": stream("b", nginx), "c/case.yaml": "# another namespace\nnamespace: shop\n",
		"c/input.yaml": nginx,
	})
	s, err := Load(folder)
	require.NoError(t, err)
	require.Same(t, s.Cases[0].base, s.Cases[1].base)
	require.NotSame(t, s.Cases[0].base, s.Cases[2].base)
}

// TestNamespace gives documents without a namespace, such as those of helm template, the namespace of the case.
func TestNamespace(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	inShop := strings.Replace(relabel, "{name: relabel}", "{name: relabel, namespace: shop}", 1)
	write(t, folder, map[string]string{
		"rendered/web.yaml":     nginx + "---\napiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n",
		"policies/p.yaml":       inShop + "---\n" + strings.Replace(relabel, "name: relabel", "name: assumed", 1),
		"tests/shared/m.yaml":   member2,
		"tests/shop/case.yaml":  "# as helm installs it\nnamespace: shop\nread: [../../rendered, ../../policies]\n",
		"tests/other/case.yaml": "# without the setting, the object is in another namespace\nread: [../../rendered, ../../policies]\nobjects: Namespace/shop\n",
	})
	tests := folder + "/tests"
	require.Empty(t, failures(tests, true))
	golden := tree(t, tests)
	require.Contains(t, golden["shop/want.yaml"], "# Deployment shop/nginx in member2\n")
	require.Contains(t, golden["shop/want.yaml"], "tier: web")
	require.Contains(t, golden["shop/want.yaml"], "# Namespace shop in member2: unchanged\n")
	require.Equal(t, "# No case tests:\n# OverridePolicy shop/relabel: spec.overrideRules[0].overriders.labelsOverrider[0]: the step changes nothing\n", golden["untested.yaml"],
		"default/assumed selects nothing, but shop/assumed is the same document")

	require.NoError(t, os.WriteFile(filepath.Join(tests, "shop/want.yaml"), []byte("# Deployment shop/nginx in member2: unchanged\n"), 0o600))
	require.Contains(t, failures(tests, false), "More: overridekit explain --object Deployment/shop/nginx --cluster member2 --namespace shop ")

	write(t, folder, map[string]string{"rendered/web.yaml": nginx + "---\n" + strings.Replace(nginx, "name: nginx,", "name: nginx, namespace: shop,", 1)})
	require.Contains(t, failures(tests, false), "shop: as helm installs it")
}
