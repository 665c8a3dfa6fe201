package test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
)

// fleet adds files until there are 1,000 cases with 2 clusters and 50 policies that all of them read.
func fleet(w *watching) {
	w.write("clusters/m2.yaml", "{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: m2}}\n")
	for i := range 50 {
		w.write(fmt.Sprintf("fleet/p%d.yaml", i), policyFor(fmt.Sprintf("c%d", i), "1"))
	}
	for i := range 998 {
		w.write(fmt.Sprintf("tests/group%d/c%d/input.yaml", i%10, i), fmt.Sprintf("# one of many\n{apiVersion: v1, kind: ConfigMap, metadata: {name: c%d, namespace: shop}}\n", i%50))
	}
}

// BenchmarkWatch measures the time from a save to its result and to the summary of all cases, with 1,000 cases.
func BenchmarkWatch(b *testing.B) {
	for _, bc := range []struct {
		name, file string
		first      string // what is printed first
		text       func(i int) string
	}{
		{"one case", "policies/a.yaml", "a.yaml): ", func(i int) string { return policyFor("a", fmt.Sprint(1+i%2)) }},
		{"every case", "fleet/p1.yaml", "p1.yaml): ", func(i int) string { return policyFor("c1", fmt.Sprint(i+2)) }},
	} {
		b.Run(bc.name, func(b *testing.B) {
			w := start(b, "", fleet, "fleet")
			i := 0
			var first time.Duration
			for b.Loop() {
				i++
				b.StopTimer()
				time.Sleep(longest) // the save does not belong to those before
				b.StartTimer()
				begin := time.Now()
				w.write(bc.file, bc.text(i))
				w.expect(bc.first)
				first += time.Since(begin)
				w.expect("1000 cases: ")
				w.expect("\n")
			}
			b.ReportMetric(float64(first.Milliseconds())/float64(i), "ms/first")
		})
	}
}

// BenchmarkRun measures 1,000 cases without watching.
func BenchmarkRun(b *testing.B) {
	w := start(b, "", fleet, "fleet")
	w.stop()
	opts := options{format: "text", folder: w.path("tests"), paths: []string{w.path("clusters"), w.path("fleet")}}
	for b.Loop() {
		notes := &input.Notes{Out: &w.out}
		require.NoError(b, run(&w.out, &cli.Env{Out: &w.out, Err: &w.out}, opts, notes))
		require.Zero(b, notes.Status)
	}
}
