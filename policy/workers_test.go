package policy_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/selector"
	"github.com/overridekit/overridekit/testdata/goroutines"
)

// pieces are documents, and text that breaks them. %d is the number of the piece.
var pieces = []string{
	"apiVersion: v1\nkind: A\nmetadata: {name: a%d}\n", "apiVersion: v1\nkind: A\nmetadata: {name: a}\n", "apiVersion: v1\r\nkind: A\r\n",
	policyHead + "spec: {overrideRules: [{overriders: {}}]}\n", strings.Replace(policyHead, "name: p", "name: p%d", 1) + "spec: {overrideRules: 5, x: 1}\n",
	"apiVersion: cluster.karmada.io/v1alpha1\nkind: Cluster\nmetadata: {name: m%d}\n", "apiVersion: cluster.karmada.io/v1alpha1\nkind: Cluster\n",
	"apiVersion: policy.karmada.io/v1alpha1\nkind: PropagationPolicy\nmetadata: {name: pp}\nspec: {resourceSelectors: [], placement: {}}\n",
	"apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: A, metadata: {name: i%d}}\n- 5\n- {apiVersion: policy.karmada.io/v1alpha1, kind: OverridePolicy, metadata: {name: p, namespace: d}, spec: {}}\n- {apiVersion: v1, kind: List, items: [1, {kind: B}]}\n",
	"apiVersion: v1\nkind: Secret\ndata: {a: 1, a: 2}\n", "a: 1\na: 2\n", "a: {b\n", "- a\n", "~\n", "# only a comment\n", "a: &a {b: 1}\nc: *a\nd: {<<: *a}\n", "a: *b\n", "a: 1e999\n",
	"apiVersion: v1\nkind: A\ntext: |\n  ---\n  {\n  a: b\n", "apiVersion: v1\nkind: A\ntext: |\n ---\n---\nx: 1\n", "\ufeffapiVersion: v1\nkind: A\n", "a: b\u0085---\u0085c: d\n", "a: b\r---\rc: d\n",
	"apiVersion: v1\nkind: A\na: [[[[[[1]]]]]]\n", "%%TAG ! a\n---\na: !b 1\n", `{"apiVersion":"v1","kind":"A","a":1,"a":2}` + "\n", `{"apiVersion":"v1","kind":"A","metadata":{"name":"j%d"},"n":[1,1.5,-0,1e3,"\u00e9\ud83d\ude00"]}`,
	"{a: 1} {b: 2}\n", "...\n", "{", "}",
}

// TestWorkers decodes random streams with several numbers of workers. The bundle and the errors are those of one worker.
func TestWorkers(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	broken, rounds := 0, 200
	if testing.Short() {
		rounds /= 5
	}
	for round := range rounds {
		var stream strings.Builder
		separator := []string{"---\n", "---\r\n", "\n", "--- "}[max(0, random.IntN(12)-8)]
		for i := range random.IntN(200) {
			piece := pieces[random.IntN(len(pieces))]
			if random.IntN(3) > 0 {
				piece = pieces[0]
			}
			if round%4 == 0 { // a stream of JSON
				piece, separator = `{"apiVersion":"v1","kind":"A","metadata":{"name":"j%d"}}`, "\n"
				if random.IntN(20) == 0 {
					piece = []string{`{"a":1,"a":2}`, `{"apiVersion":"v1","kind":"List","items":[1,{}]}`, `{"a":`, `{"a":1}}`, `[1]`, "---"}[random.IntN(6)]
				}
			}
			stream.WriteString(separator + strings.ReplaceAll(piece, "%d", fmt.Sprint(i)))
		}
		decoder := policy.Decoder{Limits: policy.Limits{Errors: []int{0, 1, 3, 20}[random.IntN(4)], Depth: []int{0, 4}[random.IntN(2)], Documents: []int{0, 100}[random.IntN(2)]}}
		decoder.Namespace = []string{"", "n"}[random.IntN(2)]
		decoder.Workers = 1
		want, wantErr := decoder.Decode(strings.NewReader(stream.String()))
		if wantErr != nil {
			broken++
		}
		for _, workers := range []int{0, 2, 7, -1} {
			decoder.Workers = workers
			got, err := decoder.Decode(strings.NewReader(stream.String()))
			require.Equal(t, wantErr == nil, err == nil)
			if err != nil {
				require.Equal(t, wantErr.Error(), err.Error())
			}
			requireSameBundle(t, want, got)
		}
	}
	require.Greater(t, 2*broken, rounds)
	require.LessOrEqual(t, 200*broken, 195*rounds)
}

// requireSameBundle compares everything that a caller can see of two bundles.
func requireSameBundle(t *testing.T, want, got *policy.Bundle) {
	t.Helper()
	require.Equal(t, want.Documents, got.Documents)
	require.Equal(t, want.Objects, got.Objects)
	require.Equal(t, want.Assumed, got.Assumed)
	require.Equal(t, want.Clusters, got.Clusters)
	require.Equal(t, want.ClusterObjects, got.ClusterObjects)
	require.Equal(t, want.Propagation, got.Propagation)
	require.Equal(t, want.Overrides, got.Overrides)
	require.Equal(t, len(want.Policies), len(got.Policies))
	for i, p := range want.Policies {
		require.Equal(t, p.Ref(), got.Policies[i].Ref())
		require.Equal(t, p.Faults(), got.Policies[i].Faults())
		require.Equal(t, want.Position(p.Ref(), "spec"), got.Position(p.Ref(), "spec"))
	}
	for _, o := range want.Objects {
		require.Equal(t, want.Position(override.RefOf(o), "metadata.name"), got.Position(override.RefOf(o), "metadata.name"))
	}
}

// TestWorkersRead decodes from readers that return one byte at a time, fail, or panic. Only the caller's goroutine reads, and no goroutine is left.
func TestWorkersRead(t *testing.T) {
	stream := strings.Repeat("---\n"+plainHead, 500)
	bundle, err := policy.Decode(iotest.OneByteReader(strings.NewReader(stream)))
	require.NoError(t, err)
	require.Len(t, bundle.Objects, 500)
	broken := errors.New("broken")
	bundle, err = policy.Decode(io.MultiReader(strings.NewReader(stream), iotest.ErrReader(broken)))
	require.Equal(t, broken, err, "nothing is decoded")
	require.Empty(t, bundle.Objects)

	before := runtime.NumGoroutine()
	_, err = policy.Decoder{Workers: 8, Limits: policy.Limits{Errors: 1}}.Decode(strings.NewReader(stream + "---\n- a\n" + strings.Repeat(stream, 4)))
	require.EqualError(t, err, "document 501 (line 1501): the document is a list, expected an object with apiVersion and kind\nthe stream has 1 documents with errors; the rest was not read")
	goroutines.RequireAtMost(t, before)
}

// TestWorkersPanic panics in the function of a caller. The panic is raised in the caller's goroutine, unless the stream ends before that document.
func TestWorkersPanic(t *testing.T) {
	var calls atomic.Int64
	decoder := policy.Decoder{Workers: 4, Limits: policy.Limits{Errors: 2}, Hide: func(o selector.Object) []jsontree.Pointer {
		if calls.Add(1); o.Kind == "Panics" {
			panic("of the caller")
		}
		return nil
	}}
	panics := "apiVersion: v1\nkind: Panics\na: 1\na: 2\n"
	before := runtime.NumGoroutine()
	require.PanicsWithValue(t, "of the caller", func() {
		_, _ = decoder.Decode(strings.NewReader(strings.Repeat(plainHead+"---\n", 300) + panics + strings.Repeat("---\n"+plainHead, 300)))
	})
	require.Positive(t, calls.Load())
	goroutines.RequireAtMost(t, before)
	_, err := decoder.Decode(strings.NewReader("- a\n---\n- b\n---\n" + strings.Repeat(plainHead+"---\n", 300) + panics))
	require.ErrorContains(t, err, "the stream has 2 documents with errors; the rest was not read")
}

// TestLargeStreams decodes a document of 10 MB and a million of empty documents.
func TestLargeStreams(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	var large bytes.Buffer
	large.WriteString(plainHead + "data:\n")
	for i := 0; large.Len() < 10<<20; i++ {
		fmt.Fprintf(&large, "  key-%d: \"a value * of & some length, in quotes\"\n", i)
	}
	for name, stream := range map[string]string{
		"one document": large.String(), "empty documents": strings.Repeat("---\n", 1_000_000) + plainHead, "comments": strings.Repeat("---\n# c\n", 1_000_000) + plainHead,
		"JSON": `{"apiVersion":"v1","kind":"A","data":"` + strings.Repeat("a", 10<<20) + `"}`,
	} {
		bundle, err := policy.Decode(strings.NewReader(stream))
		require.NoError(t, err, name)
		require.Len(t, bundle.Objects, 1, name)
	}
	_, err := policy.Decoder{Limits: policy.Limits{Documents: 1_000_000}}.Decode(strings.NewReader(strings.Repeat("--- {}\n", 1_000_000)))
	require.ErrorContains(t, err, "the stream has 1000 documents with errors; the rest was not read")
}
