package lint_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/lint"
	"github.com/overridekit/overridekit/testdata/leaktest"
)

// inputs returns the streams of all cases, of package policytest's cases and some random ones, by name.
func inputs(t testing.TB) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, pattern := range []string{"testdata/cases/*/*.txtar", "../../testdata/policies/*/*/input.yaml"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			input := strings.ReplaceAll(string(text), "\r\n", "\n")
			if _, rest, ok := strings.Cut(input, inputMark); ok {
				input, _, _ = strings.Cut(rest, findingsMark)
			}
			all[file] = input
		}
	}
	for seed := range uint64(200) {
		all[fmt.Sprint("seed ", seed)] = leaktest.New(t, seed).Stream()
	}
	return all
}

// lenient decodes what can be decoded.
func lenient(text string) *policy.Bundle {
	bundle, _ := policy.Decoder{Namespace: "default"}.Decode(strings.NewReader(text))
	return bundle
}

// TestInputs checks what holds for every input: the bundle is not written, the findings are sorted and the same each time, also at the same time,
// and their positions are inside the stream.
func TestInputs(t *testing.T) {
	t.Parallel()
	found := 0
	for name, text := range inputs(t) {
		bundle := lenient(text)
		before := snapshot(t, bundle)
		findings := check(bundle)
		require.Equal(t, before, snapshot(t, bundle), "%s: the bundle was written", name)
		lines := strings.Count(text, "\n") + 1
		for i, f := range findings {
			found++
			require.NotEmpty(t, f.Message, name)
			require.Positive(t, f.Document, "%s: %s", name, f)
			require.LessOrEqual(t, f.Line, lines, "%s: %s", name, f)
			require.Positive(t, f.Line, "%s: %s", name, f)
			if i > 0 {
				last := findings[i-1]
				require.True(t, last.Document < f.Document || last.Document == f.Document && last.Line <= f.Line, "%s: not sorted: %s, %s", name, last, f)
			}
		}
		var all sync.WaitGroup
		again := make([][]lint.Finding, 2)
		for i := range again {
			all.Go(func() { again[i] = check(bundle) })
		}
		all.Wait()
		require.Equal(t, findings, again[0], name)
		require.Equal(t, findings, again[1], name)
	}
	require.Greater(t, found, 500)
}

// snapshot returns everything in a bundle that a check reads, as text.
func snapshot(t *testing.T, b *policy.Bundle) string {
	t.Helper()
	text, err := json.Marshal([]any{b.Overrides, b.KubeAdmiralOverrides, b.Clusters, b.Objects})
	require.NoError(t, err)
	return string(text)
}

// TestSilenceAll silences everything that is found about each policy. Nothing may be left, and each silence is in use.
func TestSilenceAll(t *testing.T) {
	t.Parallel()
	silenced := 0
	for name, text := range inputs(t) {
		bundle := lenient(text)
		sources := map[override.Ref]metav1.Object{}
		for _, p := range bundle.Overrides {
			sources[p.Ref()] = p
		}
		for _, p := range bundle.KubeAdmiralOverrides {
			sources[p.Ref()] = p
		}
		for _, p := range bundle.Propagation {
			sources[p.Ref()] = p
		}
		for _, p := range sources {
			annotations := maps.Clone(p.GetAnnotations())
			delete(annotations, lint.SilenceAnnotation)
			p.SetAnnotations(annotations)
		}
		codes := map[override.Ref]map[lint.Code]bool{}
		for _, f := range check(bundle) {
			if codes[f.Policy] == nil {
				codes[f.Policy] = map[lint.Code]bool{}
			}
			codes[f.Policy][f.Code] = true
		}
		for ref, of := range codes {
			if sources[ref] == nil {
				continue // the policy does not exist
			}
			var lines []string
			for _, code := range slices.Sorted(maps.Keys(of)) {
				lines = append(lines, string(code)+": it is meant so")
				silenced++
			}
			annotations := maps.Clone(sources[ref].GetAnnotations())
			if annotations == nil {
				annotations = map[string]string{}
			}
			annotations[lint.SilenceAnnotation] = strings.Join(lines, "\n")
			sources[ref].SetAnnotations(annotations)
		}
		for _, f := range check(bundle) {
			require.NotZero(t, f.Object, "%s: only findings about objects stay: %s", name, f)
		}
	}
	require.Greater(t, silenced, 300)
}

// TestLeaks searches the messages about random policies and Secrets for the values of the Secrets.
func TestLeaks(t *testing.T) {
	t.Parallel()
	seen := map[lint.Code]int{}
	shown := 0
	for seed := range uint64(200) {
		marks := leaktest.New(t, seed)
		stream := marks.Stream()
		bundle, _ := policy.Decode(strings.NewReader(stream))
		for _, f := range check(bundle) {
			seen[f.Code]++
			require.Empty(t, marks.In(f.String()), "seed %d: %s\n%s", seed, f, stream)
		}
		for _, f := range lint.Check(bundle, lint.Options{Objects: bundle.Objects, Clusters: bundle.Clusters, Hide: redact.Nothing}) {
			if marks.In(f.String()) != "" {
				shown++
			}
		}
		for _, f := range lint.Check(bundle, lint.Options{}) {
			require.Empty(t, marks.In(f.String()), "seed %d: %s\n%s", seed, f, stream)
		}
	}
	require.Positive(t, shown, "without hiding there is something to find")
	for _, code := range []lint.Code{lint.Fails, lint.Invalid, lint.NoEffect, lint.OrderByName, lint.SamePlace} {
		require.Positive(t, seen[code], "%s: %v", code, seen)
	}
}
