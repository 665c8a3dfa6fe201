package plan

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/propagation/template"
)

// failover holds the flags about clusters and applications that fail.
type failover struct {
	taints    eviction.TaintOptions
	unhealthy []unhealthy
}

// unhealthy is for how long the object of a binding has been unhealthy in a cluster.
type unhealthy struct {
	binding override.Ref
	cluster string
	since   time.Duration
}

func (f *failover) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.taints.NoExecute, "evict-no-execute", false,
		"taints with the effect NoExecute evict objects, if the feature gate Failover is on; as Karmada's flag --enable-no-execute-taint-eviction")
	flags.Func("purge-mode", "the purge `MODE` of policies without failover.cluster, Gracefully (the default) or Directly", func(s string) error {
		if f.taints.PurgeMode = api.PurgeMode(s); f.taints.PurgeMode != api.PurgeGracefully && f.taints.PurgeMode != api.PurgeDirectly {
			return errors.New("expected Gracefully or Directly")
		}
		return nil
	})
	flags.Func("unhealthy-for", "for how long an object has been unhealthy in a cluster, such as shop/web-deployment/m1=90s, as `BINDING/CLUSTER=DURATION`; may be repeated",
		func(s string) error {
			u, err := parseUnhealthy(s)
			f.unhealthy = append(f.unhealthy, u)
			return err
		})
	cli.Complete(cmd, "purge-mode", string(api.PurgeGracefully), string(api.PurgeDirectly))
	cli.Complete(cmd, "unhealthy-for")
}

// parseUnhealthy reads [namespace/]binding/cluster=duration.
func parseUnhealthy(s string) (u unhealthy, err error) {
	path, text, found := strings.Cut(s, "=")
	names := strings.Split(path, "/")
	if !found || len(names) < 2 || len(names) > 3 {
		return u, errors.New("expected a value such as shop/web-deployment/m1=90s")
	}
	if u.since, err = time.ParseDuration(text); err != nil {
		return u, fmt.Errorf("expected a duration such as 90s after %s", path)
	}
	u.cluster, names = names[len(names)-1], names[:len(names)-1]
	u.binding = (&api.ClusterResourceBinding{}).Ref()
	if len(names) == 2 {
		u.binding = (&api.ResourceBinding{}).Ref()
		u.binding.Namespace = names[0]
	}
	u.binding.Name = names[len(names)-1]
	return u, nil
}

// set reports whether any flag is set that has no effect without a time.
func (f *failover) set() bool { return f.taints.NoExecute || len(f.unhealthy) > 0 }

// memory returns the memory of a plan at a time.
func (f *failover) memory(now time.Time) (all []template.Remembered) {
	for _, u := range f.unhealthy {
		all = append(all, template.Remembered{Binding: u.binding, Memory: template.Memory{Unhealthy: map[string]time.Time{u.cluster: now.Add(-u.since)}}})
	}
	return all
}
