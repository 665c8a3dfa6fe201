package cluster

import (
	"fmt"
	"net/http"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// ReadyCondition returns the condition Ready for one reading of the health of a cluster, without a time. A cluster that does not answer is not
// healthy, whatever the second argument is. Karmada also takes an error status of the health endpoint for no answer, see [Health].
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
// thresholds.
func CollectionFailedCondition(err error) metav1.Condition {
	return condition(api.ClusterReady, false, "StatusCollectionFailed", fmt.Sprintf("failed to create a ClusterClient: %v", err))
}

// EnablementsCondition returns the condition CompleteAPIEnablements for the result of [Enablements] and the error of the discovery, without a
// time. Without any API the list is empty, and with an error it is partial.
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
//  1. The status 200 is online and healthy.
//  2. Any other status from 200 to 206 is online, but not healthy.
//  3. All other statuses are errors. They are not online, although the cluster has answered.
func Health(readyz, healthz int) (online, healthy bool) {
	status := readyz
	if readyz == http.StatusNotFound {
		status = healthz
	}
	return status >= http.StatusOK && status <= http.StatusPartialContent, status == http.StatusOK
}

// Thresholds are how long a reading must last before the condition Ready changes with it, so that a cluster does not flap. The zero value
// changes the condition at once. Karmada's default is 30 seconds for both.
type Thresholds struct {
	Success time.Duration // of a cluster that becomes ready
	Failure time.Duration // of a cluster that is no longer ready
}

// Reading is the last status that was read from a cluster, and since when. Callers keep it between calls of [Thresholds.Ready]; the zero value
// means that nothing was read yet.
type Reading struct {
	Status metav1.ConditionStatus
	Since  time.Time // zero: the status has not changed since the first reading
}

// Ready returns the condition Ready that a cluster gets, and the reading to keep for the next call. current is the stored condition, or nil, and
// read is the one that was just read, see [ReadyCondition].
//
//  1. The first reading counts at once, and so does every reading while there is no stored condition.
//  2. A reading with another status than the last one begins a new period at now.
//  3. The stored condition is returned as long as the period is shorter than the threshold, if one of the stored and the read status is
//     True and the other is not.
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
	if isReady != wasReady && now.Before(last.Since.Add(threshold)) {
		return *current, last
	}
	return read, last
}
