package cluster

import (
	"fmt"
	"net/http"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// ReadyCondition returns the condition Ready for one reading of the health of a cluster, without a time. If online is false, healthy is ignored.
// Karmada treats an error status of the health endpoint as no answer, see [Health].
func ReadyCondition(online, healthy bool) metav1.Condition {
	switch {
	case !online:
		return condition(api.ClusterReady, false, "ClusterNotReachable", "cluster is not reachable")
	case !healthy:
		return condition(api.ClusterReady, false, "ClusterNotReady", "cluster is reachable but health endpoint responded without ok")
	}
	return condition(api.ClusterReady, true, "ClusterReady", "cluster is healthy and ready to accept workloads")
}

// CollectionFailedCondition returns the condition Ready of a cluster for which no client could be made, because of err. Karmada sets it without
// thresholds: put it into [Report].Ready, and keep the [Reading].
func CollectionFailedCondition(err error) metav1.Condition {
	return condition(api.ClusterReady, false, "StatusCollectionFailed", fmt.Sprintf("failed to create a ClusterClient: %v", err))
}

// EnablementsCondition returns the condition CompleteAPIEnablements for the result of [Enablements] and the error of the discovery, without a
// time. The reason is Empty if there are no enablements; otherwise it is Partial if err is not nil, and Complete if it is nil.
func EnablementsCondition(enablements []api.APIEnablement, err error) metav1.Condition {
	switch {
	case len(enablements) == 0:
		return condition(api.ClusterCompleteAPIEnablements, false, "Empty", "collected empty APIEnablements from the cluster")
	case err != nil:
		message := fmt.Sprintf("might collect partial APIEnablements(%d) from the cluster", len(enablements))
		return condition(api.ClusterCompleteAPIEnablements, false, "Partial", message)
	}
	return condition(api.ClusterCompleteAPIEnablements, true, "Complete", "collected complete APIEnablements from the cluster")
}

func condition(kind string, status bool, reason, message string) metav1.Condition {
	c := metav1.Condition{Type: kind, Status: metav1.ConditionFalse, Reason: reason, Message: message}
	if status {
		c.Status = metav1.ConditionTrue
	}
	return c
}

// Health reads the HTTP statuses of the health endpoints of a cluster. healthz counts only if readyz is 404: the cluster does not have /readyz. 0
// means that there was no answer.
//
//  1. 200 means online and healthy.
//  2. 201 to 206 mean online, but not healthy.
//  3. All other statuses are errors: the cluster is not online, although it has answered.
func Health(readyz, healthz int) (online, healthy bool) {
	status := readyz
	if readyz == http.StatusNotFound {
		status = healthz
	}
	return status >= http.StatusOK && status <= http.StatusPartialContent, status == http.StatusOK
}

// Thresholds set how long a reading must last before it changes the condition Ready. They keep a cluster from flapping. The zero value changes
// the condition at once. Karmada's default is 30 seconds for both.
type Thresholds struct {
	Success time.Duration // before Ready becomes True
	Failure time.Duration // before Ready stops being True
}

// A Reading is a status that was read from a cluster, and the time it was first read. Callers keep it between calls of [Thresholds.Ready]; the
// zero value means that nothing was read yet.
type Reading struct {
	Status metav1.ConditionStatus // the status of the current period
	Since  time.Time              // zero: the status has not changed since the first reading
}

// Ready returns the condition Ready that a cluster gets, and the reading to keep for the next call. current is the stored condition, which
// meta.FindStatusCondition(c.Status.Conditions, api.ClusterReady) returns, or nil, and read is the one that was just read, see [ReadyCondition].
//
//  1. The first reading counts at once. While there is no stored condition every reading counts, and the reading to keep does not change.
//  2. Otherwise, a reading with another status than the last one begins a new period at now.
//  3. The stored condition is returned as long as the period is shorter than the threshold, if one of the stored and the read status is
//     True and the other is not. A period that began with the first reading, or at the zero time, is never too short.
//  4. Otherwise the reading counts. So Unknown becomes False at once.
func (t Thresholds) Ready(current *metav1.Condition, read metav1.Condition, last Reading, now time.Time) (metav1.Condition, Reading) {
	if last.Status == "" {
		return read, Reading{Status: read.Status}
	}
	if current == nil {
		return read, last
	}
	if last.Status != read.Status {
		last = Reading{Status: read.Status, Since: now}
	}
	isReady, wasReady := read.Status == metav1.ConditionTrue, current.Status == metav1.ConditionTrue
	threshold := t.Failure
	if isReady {
		threshold = t.Success
	}
	if isReady != wasReady && !last.Since.IsZero() && now.Before(last.Since.Add(threshold)) {
		return *current, last
	}
	return read, last
}
