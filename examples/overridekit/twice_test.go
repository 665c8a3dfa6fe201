package main

import (
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/examples/internal/cli"
)

// TestFlagsTwice gives each flag of each command twice. It is an error unless the help says that the flag may be repeated.
func TestFlagsTwice(t *testing.T) {
	t.Parallel()
	values := map[string]string{
		"by": "name", "cluster": "m1", "exclude": "a", "fail-on": "", "guard": "all", "feature-gates": "Failover=true", "interpreter": "absent.yaml", "namespace": "a",
		"now": "2026-08-21T12:00:00Z", "object": "Pod/a", "output": "", "path": "/spec", "purge-mode": "Directly", "run": "a", "shard": "0/2",
		"unhealthy-for": "shop/web-deployment/m1=90s",
	}
	seen := map[string]bool{}
	for _, c := range command(&cli.Env{}).Commands() {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Value.Type() == "bool" {
				if f.Name != "watch" { // it waits for files
					_, _, stderr := overridekit("", c.Name(), "--"+f.Name, "--"+f.Name, "absent")
					require.NotContains(t, stderr, "twice", "%s --%s", c.Name(), f.Name)
				}
				_, _, stderr := overridekit("", c.Name(), "--"+f.Name, "--"+f.Name+"=false", "absent")
				require.Contains(t, stderr, "error: found --"+f.Name+" twice, expected it once\n", "%s --%s", c.Name(), f.Name)
				return
			}
			value, known := values[f.Name]
			require.True(t, known, "%s --%s", c.Name(), f.Name)
			seen[f.Name] = true
			switch f.Name {
			case "output":
				value = "json"
			case "fail-on":
				value = "changes"
				if c.Name() == "lint" {
					value = "error"
				}
			}
			_, _, stderr := overridekit("", c.Name(), "--"+f.Name, value, "--"+f.Name+"="+value, "absent")
			name := "--" + f.Name
			if f.Shorthand != "" {
				name = "-" + f.Shorthand
			}
			twice := strings.Contains(stderr, "error: found "+name+" twice, expected it once\n")
			require.Equal(t, !strings.Contains(f.Usage, "may be repeated"), twice, "%s --%s: %s", c.Name(), f.Name, stderr)
		})
	}
	require.Len(t, seen, len(values))
}
