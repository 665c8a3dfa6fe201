package main

import (
	"errors"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/policy/karmada/validation"
	"github.com/overridekit/overridekit/propagation/cluster"
)

// tainting is a case about the taints of a cluster.
type tainting struct {
	Name string    `json:"name"`
	Op   string    `json:"op"`
	Now  time.Time `json:"now"`

	Cluster  *api.Cluster              `json:"cluster"`
	Policies []*api.ClusterTaintPolicy `json:"clusterTaintPolicies"`

	Record         *probe            `json:"record"` // of ClusterHealth
	LeaseRenewTime *metav1.MicroTime `json:"leaseRenewTime"`
	Options        struct {
		Monitor float64 `json:"monitorGraceSeconds"`
		Startup float64 `json:"startupGraceSeconds"`
	} `json:"options"`

	Policy         *api.ClusterTaintPolicy `json:"policy"` // of ValidateTaintPolicy
	AllowNoExecute bool                    `json:"allowNoExecute"`
	Taints         []api.Taint             `json:"taints"` // of AdmitTaints
}

// probe is what the monitor remembers of a cluster.
type probe struct {
	ProbeTime      time.Time         `json:"probeTime"`
	Ready          *metav1.Condition `json:"ready"`
	LeaseRenewTime *metav1.MicroTime `json:"leaseRenewTime"`
}

// taintings has the answers by operation.
var taintings = map[string]func(*tainting) (any, error){
	"ConditionTaints": (*tainting).conditions, "ClusterHealth": (*tainting).health, "TaintPolicies": (*tainting).policies,
	"ValidateTaintPolicy": (*tainting).validate, "AdmitTaints": (*tainting).admit,
}

func answerTainting(line []byte) any {
	var c tainting
	err := kjson.UnmarshalCaseSensitivePreserveInts(line, &c)
	var want any
	if err == nil {
		want, err = taintings[c.Op](&c)
	}
	if err != nil {
		return map[string]any{"name": c.Name, "error": err.Error()}
	}
	return map[string]any{"name": c.Name, "want": want}
}

func (c *tainting) conditions() (any, error) {
	if c.Cluster == nil {
		return nil, errors.New("found no cluster, expected one")
	}
	taints, updated := cluster.Taints(c.Cluster, c.Now)
	return map[string]any{"taints": append([]api.Taint{}, taints...), "updated": updated}, nil
}

func (c *tainting) policies() (any, error) {
	if c.Cluster == nil {
		return nil, errors.New("found no cluster, expected one")
	}
	taints, updated := cluster.PolicyTaints(c.Cluster, c.Policies, c.Now)
	return map[string]any{"taints": append([]api.Taint{}, taints...), "updated": updated}, nil
}

func (c *tainting) health() (any, error) {
	if c.Cluster == nil {
		return nil, errors.New("found no cluster, expected one")
	}
	monitor := cluster.Monitor{GracePeriod: seconds(c.Options.Monitor), StartupGracePeriod: seconds(c.Options.Startup)}
	var last *cluster.Probe
	if c.Record != nil {
		last = &cluster.Probe{Time: c.Record.ProbeTime, Ready: c.Record.Ready, Lease: leaseOf(c.Record.LeaseRenewTime)}
	}
	seen := monitor.Observe(c.Cluster, last, leaseOf(c.LeaseRenewTime), c.Now)
	record := probe{ProbeTime: seen.Probe.Time, Ready: seen.Probe.Ready}
	if seen.Probe.Lease != nil {
		record.LeaseRenewTime = seen.Probe.Lease.RenewTime
	}
	return map[string]any{"conditions": append([]metav1.Condition{}, seen.Conditions...), "record": record, "written": seen.Written}, nil
}

func seconds(n float64) time.Duration { return time.Duration(n * float64(time.Second)) }

func leaseOf(renewed *metav1.MicroTime) *cluster.Lease {
	if renewed == nil {
		return nil
	}
	return &cluster.Lease{RenewTime: renewed}
}

func (c *tainting) validate() (any, error) {
	if err := validation.ValidateTaintPolicy(c.Policy, c.AllowNoExecute).ToAggregate(); err != nil {
		return map[string]any{"allowed": false, "message": err.Error()}, nil
	}
	return map[string]any{"allowed": true}, nil
}

func (c *tainting) admit() (any, error) {
	errs := []any{}
	for _, err := range validation.ValidateTaints(c.Taints) {
		errs = append(errs, map[string]any{"type": string(err.Type), "field": err.Field, "detail": err.Detail})
	}
	return map[string]any{"errors": errs, "taints": validation.DefaultTaints(c.Taints, c.Now)}, nil
}
