package suite

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
)

// TestMatches compares patterns with the definition.
func TestMatches(t *testing.T) {
	t.Parallel()
	var simple func(pattern, name string) bool
	simple = func(pattern, name string) bool {
		if pattern == "" {
			return name == ""
		}
		if pattern[0] == '*' {
			return simple(pattern[1:], name) || name != "" && simple(pattern, name[1:])
		}
		return name != "" && name[0] == pattern[0] && simple(pattern[1:], name[1:])
	}
	words := func(letters string, most int) []string {
		all := []string{""}
		for begin, n := 0, 0; n < most; n++ {
			end := len(all)
			for _, word := range all[begin:end] {
				for _, letter := range letters {
					all = append(all, word+string(letter))
				}
			}
			begin = end
		}
		return all
	}
	for _, pattern := range words("ab*", 5) {
		for _, name := range words("ab", 5) {
			require.Equal(t, simple(pattern, name), matches(pattern, name), "%q %q", pattern, name)
		}
	}
	require.False(t, matches(strings.Repeat("*a", 10_000)+"*b", strings.Repeat("a", 100_000)))
}

func TestObjectPattern(t *testing.T) {
	t.Parallel()
	web := override.Ref{Kind: "Deployment", Namespace: "shop", Name: "web"}
	role := override.Ref{Kind: "ClusterRole", Name: "reader"}
	for text, want := range map[string][2]bool{
		"Deployment/web": {true, false}, "Deployment/shop/web": {true, false}, "*/*": {true, true}, "*/*/*": {true, false}, "Deploy*/s*/*b": {true, false},
		"ClusterRole/reader": {false, true}, "Deployment/other/web": {false, false}, "deployment/web": {false, false},
	} {
		p, err := parseObjectPattern(text)
		require.NoError(t, err)
		require.Equal(t, want, [2]bool{p.match(web), p.match(role)}, text)
	}
	for _, text := range []string{"", "web", "/", "a/", "/a", "a//b", "a/b/c/d"} {
		_, err := parseObjectPattern(text)
		require.ErrorContains(t, err, "expected KIND/NAME or KIND/NAMESPACE/NAME", text)
	}
}
