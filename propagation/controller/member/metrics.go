package member

import (
	"github.com/prometheus/client_golang/prometheus"
	"sigs.k8s.io/controller-runtime/pkg/metrics"

	"github.com/overridekit/overridekit/propagation/work"
)

var (
	writes = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "overridekit_member_writes_total",
		Help: "Writes of objects in member clusters, by action and result.",
	}, []string{"cluster", "action", "result"})
	readyGauge = prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "overridekit_member_ready",
		Help: "Whether a member cluster is ready: 1 or 0. Only the replica that owns the Cluster has it.",
	}, []string{"cluster"})
)

func init() { metrics.Registry.MustRegister(writes, readyGauge) }

func countWrite(cluster string, action work.Action, err error) {
	result := "success"
	if err != nil {
		result = "error"
	}
	writes.WithLabelValues(cluster, string(action), result).Inc()
}

func setReadyMetric(cluster string, ready bool) {
	value := 0.0
	if ready {
		value = 1
	}
	readyGauge.WithLabelValues(cluster).Set(value)
}

// dropReadyMetric removes the series of a cluster that another replica owns now, whose value would no longer change.
func dropReadyMetric(cluster string) { readyGauge.DeleteLabelValues(cluster) }

// dropMetrics removes the series of a cluster that has left.
func dropMetrics(cluster string) {
	labels := prometheus.Labels{"cluster": cluster}
	writes.DeletePartialMatch(labels)
	readyGauge.DeletePartialMatch(labels)
}
