package controller

import (
	"github.com/prometheus/client_golang/prometheus"
	"sigs.k8s.io/controller-runtime/pkg/metrics"
)

// The metrics of this package. Those of controller-runtime count reconciles, errors and queues.
var (
	metricAffected = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "overridekit_hub_affected_objects_total", Help: "Templates and namespaces that a change of a policy or a cluster has enqueued.",
	}, []string{"by"})
	metricWrites = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "overridekit_hub_writes_total", Help: "Writes to the API server of the hub.",
	}, []string{"kind", "verb"})
	metricOverridden = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "overridekit_hub_overridden_total", Help: "Results of override policies for an object and a cluster.",
	}, []string{"outcome"})
)

func init() { metrics.Registry.MustRegister(metricAffected, metricWrites, metricOverridden) }
