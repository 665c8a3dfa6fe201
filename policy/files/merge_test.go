package files_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/files"
)

const manyKinds = `
{apiVersion: policy.karmada.io/v1alpha1, kind: ClusterOverridePolicy, metadata: {name: p}, spec: {}}
---
{apiVersion: core.kubeadmiral.io/v1alpha1, kind: ClusterOverridePolicy, metadata: {name: p}, spec: {}}
---
{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: m1}}
---
{apiVersion: policy.karmada.io/v1alpha1, kind: PropagationPolicy, metadata: {name: p}, spec: {}}
---
{apiVersion: work.karmada.io/v1alpha2, kind: ResourceBinding, metadata: {name: b}}
---
{apiVersion: work.karmada.io/v1alpha1, kind: Work, metadata: {name: w}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: c}}
---
{apiVersion: example.com/v1, kind: Tenant, metadata: {name: t}}
`

// decode decodes a string as a file.
func decode(t *testing.T, name, text string) *files.Source {
	source := files.Reader{Decoder: policy.Decoder{Namespace: "default"}}.Decode(files.File{Name: name}, strings.NewReader(text))
	require.NoError(t, source.Report().Err())
	return source
}

// counts returns how many values of each kind a bundle has.
func counts(b *policy.Bundle) [9]int {
	return [...]int{len(b.Policies), len(b.Clusters), len(b.Objects), len(b.Propagation), len(b.Overrides), len(b.ClusterObjects),
		len(b.Bindings), len(b.Works), len(b.KubeAdmiralOverrides)}
}

// TestMergeTwice merges two files with the same content.
func TestMergeTwice(t *testing.T) {
	t.Parallel()
	first, second := decode(t, "a.yaml", manyKinds), decode(t, "b.yaml", manyKinds)
	bundle, report := files.Merge(first, second)
	require.Equal(t, [...]int{2, 1, 4, 1, 1, 1, 1, 1, 1}, counts(&bundle.Bundle), "objects may be there twice")
	require.EqualError(t, report.Err(), `b.yaml:2: ClusterOverridePolicy p is already defined in a.yaml:2
b.yaml:4: ClusterOverridePolicy p is already defined in a.yaml:4
b.yaml:6: Cluster m1 is already defined in a.yaml:6
b.yaml:8: PropagationPolicy default/p is already defined in a.yaml:8
b.yaml:10: ResourceBinding default/b is already defined in a.yaml:10
b.yaml:12: Work default/w is already defined in a.yaml:12`)
	require.Len(t, report.Warnings, 2)
	for _, ref := range []override.Ref{bundle.Policies[1].Ref(), files.ClusterRef("m1"), bundle.Propagation[0].Ref(),
		bundle.Bindings[0].Ref(), bundle.Works[0].Ref(), override.RefOf(bundle.Objects[0])} {
		place := bundle.Place(ref, "")
		require.Equal(t, "a.yaml", place.File, ref)
		require.Positive(t, place.Line, ref)
	}
	_, report = files.Merge(decode(t, "a.yaml", "{apiVersion: work.karmada.io/v1alpha1, kind: Work, metadata: {generateName: w}}"),
		decode(t, "b.yaml", "{apiVersion: work.karmada.io/v1alpha1, kind: Work, metadata: {generateName: w}}"))
	require.NoError(t, report.Err(), "what has only a generateName is another one each time")
}

// TestWithout removes one document after the other.
func TestWithout(t *testing.T) {
	t.Parallel()
	source := decode(t, "a.yaml", manyKinds)
	b := source.Bundle()
	refs := []override.Ref{b.Policies[0].Ref(), b.Policies[1].Ref(), files.ClusterRef("m1"), b.Propagation[0].Ref(), b.Bindings[0].Ref(),
		b.Works[0].Ref(), override.RefOf(b.Objects[0]), override.RefOf(b.Objects[1])}
	require.Equal(t, [...]int{1, 1, 2, 1, 0, 1, 1, 1, 1}, counts(source.Without(refs[0]).Bundle()))
	require.Equal(t, [...]int{2, 0, 2, 1, 1, 0, 1, 1, 1}, counts(source.Without(refs[2]).Bundle()))
	require.Equal(t, [...]int{2, 1, 1, 1, 1, 1, 1, 1, 1}, counts(source.Without(refs[6]).Bundle()))
	require.Zero(t, counts(source.Without(refs...).Bundle()))
	require.Empty(t, source.Without(refs...).Bundle().Assumed)
	require.NotEmpty(t, b.Defaulted)
	require.Empty(t, source.Without(refs...).Bundle().Defaulted)
	require.Equal(t, [...]int{2, 1, 2, 1, 1, 1, 1, 1, 1}, counts(b), "the source is not written")
	require.Same(t, source, source.Without())
	bundle, _ := files.Merge(source.Without(refs[:7]...))
	require.Equal(t, files.Place{File: "a.yaml", Document: 8, Line: 16}, bundle.Place(refs[7], "metadata"), "places stay known")
}

// TestShared merges one source with others at the same time. A definition in another source must not change it.
func TestShared(t *testing.T) {
	t.Parallel()
	source := decode(t, "a.yaml", manyKinds)
	definition := decode(t, "crd.yaml", "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: tenants.example.com}\nspec: {group: example.com, names: {kind: Tenant}, scope: Cluster}\n")
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			bundle, _ := files.Merge(source, definition)
			tenant := bundle.Objects[1]
			if tenant.GetNamespace() != "" || bundle.Place(override.RefOf(tenant), "").Line != 16 {
				t.Error("the definition does not count, or the place is not known")
			}
			bundle, _ = files.Merge(source)
			if bundle.Objects[1].GetNamespace() != "default" {
				t.Error("the source is written")
			}
		})
	}
	wait.Wait()
}

// TestUnread checks files that cannot be read.
func TestUnread(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	good := filepath.Join(dir, "good.yaml")
	require.NoError(t, os.WriteFile(good, []byte(configMap), 0o644))
	bundle, report := files.Reader{}.Read(filepath.Join(dir, "absent"), good, "-")
	require.Len(t, bundle.Objects, 1, "the rest is read")
	require.Len(t, report.Errors, 2)
	require.ErrorIs(t, report.Errors[0], os.ErrNotExist)
	require.EqualError(t, report.Errors[1], "standard input: there is nothing to read from")

	source := files.Reader{}.ReadFile(files.File{Name: filepath.Join(dir, "absent")})
	require.ErrorIs(t, source.Report().Err(), os.ErrNotExist)
	require.Zero(t, counts(source.Bundle()))
	require.Zero(t, counts(source.Without(files.ClusterRef("m1")).Bundle()))
	bundle, report = files.Merge(source)
	require.Zero(t, counts(&bundle.Bundle))
	require.Len(t, report.Errors, 1)
}

func TestZeroValues(t *testing.T) {
	t.Parallel()
	var bundle files.Bundle
	require.Zero(t, bundle.Place(files.ClusterRef("m1"), ""))
	require.Empty(t, bundle.Where(override.Ref{}, "spec"))
	require.Equal(t, files.Place{}, bundle.Place(files.ClusterRef("m1"), ""))
	nothing := &files.Bundle{}
	require.Zero(t, nothing.Place(files.ClusterRef("m1"), ""))
	require.Equal(t, io.EOF, nothing.Placed(io.EOF))
	failed := &override.Error{Policy: files.ClusterRef("p")}
	require.ErrorIs(t, nothing.Placed(failed), failed)
	require.Zero(t, counts(new(files.Source).Bundle()))
	require.Zero(t, counts(new(files.Source).Without(files.ClusterRef("m1")).Bundle()))
	require.Equal(t, "<nil>", (&files.Error{}).Error())
	empty, report := files.Reader{}.Read()
	require.Zero(t, counts(&empty.Bundle))
	require.NoError(t, report.Err())
	require.Equal(t, "web.yaml", files.Place{File: "web.yaml"}.String())
}
