package schedule

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// WarnedError is an error of [Schedule] with warnings and rejections, as a [Result] has them. They may explain the error.
type WarnedError struct {
	Err      error
	Warnings []string // of all affinities that were tried
	// Rejected is every cluster that the binding does not have, sorted by name, with the reasons in the run that Err is from. Empty with ChosenOnly, and
	// if Err is a [FitError], which has its own.
	Rejected []Rejection
}

// Error returns the message of Err.
func (e *WarnedError) Error() string { return fmt.Sprint(e.Err) }

// Unwrap returns Err.
func (e *WarnedError) Unwrap() error { return e.Err }

// Warnings returns a copy of the warnings of a result or an error of [Schedule].
func Warnings(result *Result, err error) []string {
	if e := (*WarnedError)(nil); errors.As(err, &e) {
		return slices.Clone(e.Warnings)
	}
	if result == nil {
		return nil
	}
	return slices.Clone(result.Warnings)
}

// Rejected returns the rejections of a result or an error of [Schedule]. They are not copied.
func Rejected(result *Result, err error) []Rejection {
	var warned *WarnedError
	var misfit *FitError
	switch {
	case result != nil:
		return result.Rejected
	case errors.As(err, &misfit):
		return misfit.Rejected
	case errors.As(err, &warned):
		return warned.Rejected
	}
	return nil
}

// warned adds warnings to a result or an error, and the rejections of the result to the error.
func warned(result *Result, warnings []string, err error) (*Result, error) {
	if err == nil {
		result.Warnings = warnings
		return result, nil
	}
	var rejected []Rejection
	if result != nil {
		rejected = result.Rejected
	}
	if len(warnings)+len(rejected) == 0 {
		return nil, err
	}
	return nil, &WarnedError{Err: err, Warnings: warnings, Rejected: rejected}
}

// warnings returns the warnings of all runs.
func (s *scheduler) warnings() []string { return slices.Clone(s.spreading.warnings) }

// skippedTerms returns a warning about the affinity terms before the first one that is tried.
func skippedTerms(p *api.Placement, from int) []string {
	if from == 0 {
		return nil
	}
	var skipped []string
	for _, t := range p.ClusterAffinities[:from] {
		skipped = append(skipped, t.AffinityName)
	}
	return []string{fmt.Sprintf("affinity %s succeeded last, so those before it are not tried: %s", content.Clip(p.ClusterAffinities[from].AffinityName), content.ClipList(skipped))}
}

// room warns of how many more replicas fit into each cluster, without those of unreported. The error has at most their sum.
func (s *scheduler) room(clusters []candidate) []string {
	var all []string
	for i := range clusters {
		c := &clusters[i]
		if c.capacity >= 0 && (s.in.Options.Capacity != nil || c.cluster.Status.ResourceSummary != nil) {
			all = append(all, c.facts.Name+" "+strconv.Itoa(int(c.capacity)))
		}
	}
	if len(all) == 0 {
		return nil
	}
	slices.Sort(all)
	return []string{"how many more replicas fit into the clusters: " + content.ClipList(all)}
}

// unreported warns of clusters without capacity because nothing reports it, see rule 1 of [Estimate]. They explain why others do not have enough.
func (s *scheduler) unreported(clusters []candidate) []string {
	if s.in.Options.Capacity != nil {
		return nil
	}
	var names []string
	for i := range clusters {
		if clusters[i].cluster.Status.ResourceSummary == nil {
			names = append(names, clusters[i].facts.Name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	slices.Sort(names)
	return []string{"no more replicas fit into clusters that report no status.resourceSummary: " + content.ClipList(names)}
}

// undivided warns that the clusters chosen get the whole object, see [Undivided].
func undivided(spec *api.ResourceBindingSpec) []string {
	if !Undivided(spec) {
		return nil
	}
	return []string{fmt.Sprintf("%s %s has neither replicas nor replica requirements: each cluster gets the whole object, though the placement divides it", content.Clip(spec.Resource.Kind), content.Clip(spec.Resource.Name))}
}

// Undivided reports whether each cluster gets the whole object although its placement divides it: the binding has neither replicas nor
// requirements. The object has no replicas at present, it has only components, or no interpreter knows its kind. Kinds that never have
// replicas are not Undivided:
//
//  1. those of the core group, except Pod and ReplicationController;
//  2. those of rbac.authorization.k8s.io and networking.k8s.io;
//  3. DaemonSet of apps and CronJob of batch.
func Undivided(spec *api.ResourceBindingSpec) bool {
	if spec == nil || hasReplicas(spec) || spec.Placement == nil {
		return false
	}
	if r := spec.Placement.ReplicaScheduling; r == nil || r.ReplicaSchedulingType != api.Divided {
		return false
	}
	kind := spec.Resource.Kind
	group, _, grouped := strings.Cut(spec.Resource.APIVersion, "/")
	switch {
	case !grouped && kind != "Pod" && kind != "ReplicationController",
		group == "rbac.authorization.k8s.io", group == "networking.k8s.io", group == "apps" && kind == "DaemonSet", group == "batch" && kind == "CronJob":
		return false
	}
	return true
}
