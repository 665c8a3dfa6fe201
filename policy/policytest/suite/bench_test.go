package suite

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// fleet returns the files of a suite of 1,000 cases, each with a policy of its own, for some policies and 10 clusters that all of them read. One policy
// in 20 selects the Deployment of a case.
func fleet(policies int) map[string]string {
	files := map[string]string{}
	for i := range 10 {
		files[fmt.Sprintf("clusters/%d.yaml", i)] = strings.ReplaceAll(member1, "member1", fmt.Sprintf("member%d", i))
	}
	for i := range policies {
		files[fmt.Sprintf("policies/%d.yaml", i)] = strings.NewReplacer("name: image", fmt.Sprintf("name: image%d", i),
			"kind: Deployment}", fmt.Sprintf("kind: Deployment, name: web%d}", i%20), "value: 3", fmt.Sprintf("value: %d", i),
			"Registry, operator: add", "Registry, operator: replace").Replace(image)
	}
	for i := range 1000 {
		own := strings.ReplaceAll(relabel, "name: relabel", fmt.Sprintf("name: relabel%d", i))
		files[fmt.Sprintf("cases/group%d/case%d/input.yaml", i%10, i)] = stream("one of many", own,
			strings.ReplaceAll(nginx, "name: nginx, labels", fmt.Sprintf("name: web%d, labels", i%20)), configMap)
	}
	return files
}

// BenchmarkSuite loads and checks 1,000 cases.
func BenchmarkSuite(b *testing.B) {
	for _, policies := range []int{50, 1000} {
		b.Run(fmt.Sprintf("policies=%d", policies), func(b *testing.B) { benchmarkSuite(b, policies) })
	}
}

func benchmarkSuite(b *testing.B, policies int) {
	folder := b.TempDir()
	write(b, folder, fleet(policies))
	run := func(update bool) []string {
		s, err := Load(folder+"/cases", folder+"/policies", folder+"/clusters")
		require.NoError(b, err)
		require.Len(b, s.Cases, 1000)
		var failures []string
		var reports []*Report
		for _, c := range s.Cases {
			r := c.Check(Options{Update: update})
			if reports = append(reports, r); r.Failed() {
				failures = append(failures, r.String())
			}
		}
		if r := s.Untested(reports, Options{Update: update}); r.Failed() {
			failures = append(failures, r.String())
		}
		return failures
	}
	require.Empty(b, run(true))
	for b.Loop() {
		require.Empty(b, run(false))
	}
}
