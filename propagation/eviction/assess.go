package eviction

import (
	"fmt"
	"math"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// DefaultGracePeriod is the grace period of tasks without one, unless the control plane has another one (Karmada's flag
// --graceful-eviction-timeout).
const DefaultGracePeriod = 10 * time.Minute

// Input is what an assessment reads. It is never written.
type Input struct {
	Tasks   []api.GracefulEvictionTask
	Targets []api.TargetCluster        // the clusters of the binding
	Health  []api.AggregatedStatusItem // of the object in its clusters
	// Scheduled is true if the last change of the binding was scheduled: status.schedulerObservedGeneration is its generation. Until then, health does not
	// end a task. Neither package schedule nor a plan sets this field: the caller does when it stores a result of the scheduler.
	Scheduled bool

	Now         time.Time      // the zero time: nothing is assessed
	GracePeriod *time.Duration // of tasks without one; nil: DefaultGracePeriod
}

// Result has the tasks after an assessment.
type Result struct {
	Tasks     []api.GracefulEvictionTask // copies of those that are kept, in their order
	Decisions []Decision                 // one for each task of the input, in their order; none if nothing was assessed
	Changed   bool                       // Tasks differ from those of the input, so they must be stored

	// RetryAfter is the time until the first grace period ends. Wait a second longer: exactly at the end nothing is dropped. 0: no retry is
	// needed, or a period ends exactly now.
	RetryAfter time.Duration
}

// Assess decides which tasks are over. The first rule that matches a task applies:
//
//  1. A task without a creation time gets it, in whole seconds, and is kept.
//  2. A task with suppressDeletion is kept if it is true, and dropped if it is false.
//  3. A task is dropped after its grace period, which begins with its creation.
//  4. A task is dropped if the binding is scheduled and the object is [interpreter.Healthy] in each target. If a cluster has several items, the
//     first counts; a target without an item is not healthy.
//  5. All other tasks are kept.
//
// Without a time nothing is assessed: all tasks are kept as they are. Karmada does not assess the tasks of a binding that is being deleted.
func Assess(in Input) Result {
	tasks := copyTasks(in.Tasks)
	if in.Now.Truncate(time.Second).IsZero() {
		return Result{Tasks: tasks}
	}
	result := Result{Tasks: make([]api.GracefulEvictionTask, 0, len(tasks))}
	waits, retry := in.unhealthy(), time.Duration(math.MaxInt64)
	for _, task := range tasks {
		decision, left := in.assess(&task, waits)
		result.Decisions = append(result.Decisions, decision)
		if decision.Dropped {
			result.Changed = true
			continue
		}
		result.Changed = result.Changed || decision.Kind == Created
		result.Tasks = append(result.Tasks, task)
		if task.SuppressDeletion == nil {
			retry = min(retry, left)
		}
	}
	if retry > 0 && retry < math.MaxInt64 {
		result.RetryAfter = retry
	}
	return result
}

func copyTasks(tasks []api.GracefulEvictionTask) []api.GracefulEvictionTask {
	copies := make([]api.GracefulEvictionTask, len(tasks))
	for i := range tasks {
		copies[i] = *tasks[i].DeepCopy()
	}
	return copies
}

// assess decides on a task and sets a missing creation time. left is the rest of its grace period. waits is why health does not end a task, or "".
func (in Input) assess(task *api.GracefulEvictionTask, waits string) (d Decision, left time.Duration) {
	d = Decision{Cluster: task.FromCluster}
	period, which := in.gracePeriod(task)
	begun := in.Now // Karmada counts the retry from the exact time, although it stores whole seconds
	created := task.CreationTimestamp.IsZero()
	if created {
		task.CreationTimestamp = &metav1.Time{Time: in.Now.UTC().Truncate(time.Second)}
	} else {
		begun = task.CreationTimestamp.Time
	}
	left = remaining(begun, in.Now, period)
	if end, ok := endOf(task.CreationTimestamp.UTC(), period); ok && task.SuppressDeletion == nil {
		d.Until = &metav1.Time{Time: end}
	}
	switch {
	case created:
		d.Kind, d.Reason = Created, "the grace period starts now"
	case task.SuppressDeletion != nil && *task.SuppressDeletion:
		d.Kind, d.Reason = Suppressed, "suppressDeletion is true"
	case task.SuppressDeletion != nil:
		d.Kind, d.Reason, d.Dropped = Released, "suppressDeletion is false", true
	case left < 0:
		d.Kind, d.Reason, d.Dropped = TimedOut, fmt.Sprintf("%s of %v is over", which, period), true
	case waits == "":
		d.Kind, d.Reason, d.Dropped = Healthy, in.healthy(), true
	default:
		d.Kind, d.Reason = Waiting, waits
	}
	return d, left
}

// gracePeriod returns the grace period of a task, and what it is in words.
func (in Input) gracePeriod(task *api.GracefulEvictionTask) (time.Duration, string) {
	switch {
	case task.GracePeriodSeconds != nil:
		return time.Duration(*task.GracePeriodSeconds) * time.Second, "its grace period"
	case in.GracePeriod != nil:
		return *in.GracePeriod, "the default grace period"
	}
	return DefaultGracePeriod, "the default grace period"
}

// remaining returns how long a period that has begun still lasts at a time. It is below 0 after the end.
func remaining(begun, now time.Time, period time.Duration) time.Duration {
	end, ok := endOf(begun, period)
	switch {
	case ok:
		return end.Sub(now) // the largest or smallest duration if it does not fit
	case period > 0:
		return math.MaxInt64
	}
	return math.MinInt64
}

// endOf returns the end of a period, and false if a time cannot have it.
func endOf(begun time.Time, period time.Duration) (end time.Time, ok bool) {
	end = begun.Add(period)
	return end, end.Before(begun) == (period < 0)
}
