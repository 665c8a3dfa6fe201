package main

import (
	"flag"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation/claim"
)

// TestOwnNamespace: no command line propagates the namespace of the operator, which has the Secrets of the members.
func TestOwnNamespace(t *testing.T) {
	for _, c := range []struct {
		name    string
		args    []string
		skipped map[string]bool
	}{
		{"by default", nil, map[string]bool{"overridekit-system": true, "kube-system": true, "shop": false}},
		{"another name", []string{"-namespace", "a.b"}, map[string]bool{"a.b": true, "a-b": false, "overridekit-system": false, "kube-system": true}},
		{"nothing else", []string{"-skipped-namespaces", ""}, map[string]bool{"overridekit-system": true, "kube-system": false}},
		{"something else", []string{"-skipped-namespaces", "shop"}, map[string]bool{"overridekit-system": true, "shop": true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			flags := flag.NewFlagSet("operator", flag.ContinueOnError)
			flags.SetOutput(io.Discard)
			o, err := parse(flags, c.args)
			require.NoError(t, err)
			require.False(t, o.identityChanges)
			filter, err := claim.NewResourceFilter(o.filter)
			require.NoError(t, err)
			for name, want := range c.skipped {
				matched := false
				for _, pattern := range filter.SkippedNamespaces() {
					matched = matched || pattern.MatchString(name)
				}
				require.Equal(t, want, matched, name)
			}
		})
	}
}
