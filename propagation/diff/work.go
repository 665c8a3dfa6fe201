package diff

import (
	"fmt"
	"iter"
	"maps"
	"reflect"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Work is the difference of a Work.
type Work struct {
	Work     override.Ref `json:"work"`
	Cluster  string       `json:"cluster,omitempty"`
	Template override.Ref `json:"template,omitzero"` // if known
	Kind     Kind         `json:"change"`
	Reason   string       `json:"reason,omitempty"` // why it is Deleted or Left
	// Changes is where a changed Work differs; below /spec/workload/manifests the object that the cluster gets. Metadata of the API server
	// and the status are left out.
	Changes []Change `json:"changes,omitempty"`
}

// name returns the name of the Work for people: the object and the cluster, or the name of the Work if its object is not known.
func (w Work) name() string {
	if w.Template == (override.Ref{}) || w.Cluster == "" {
		return w.Work.String()
	}
	return w.Template.String() + " in " + w.Cluster
}

// inObject returns the path of a change in the object of the Work, with the index of the object unless it is the first. A path elsewhere in the
// Work begins with "Work ".
func inObject(path jsontree.Pointer) string {
	if len(path) < 4 || !path.HasPrefix(manifestsPath) {
		return "Work " + path.String()
	}
	inside := path[len(manifestsPath)+1:].String()
	if index := path[len(manifestsPath)]; index != "0" {
		return "object " + index + " " + inside
	}
	if inside == "" {
		return "the object"
	}
	return inside
}

// workDifferences compares the Works of two plans.
func workDifferences(before, after *side) []Work {
	was, deleted := orphans(before.plan), orphans(after.plan)
	var all []Work
	made := map[override.Ref]bool{}
	pair(worksOf(before.plan), worksOf(after.plan), func(old, now *api.Work) {
		for _, w := range []*api.Work{old, now} {
			if w != nil {
				made[w.Ref()] = true
			}
		}
		if old == nil && now != nil {
			old = before.works[now.Ref()]
		}
		switch {
		case old == now: // shared by plans of With
		case old == nil:
			all = append(all, Work{Work: now.Ref(), Template: after.templateOf(now), Kind: Created})
		case now == nil:
			d := Work{Work: old.Ref(), Template: before.templateOf(old), Kind: Deleted}
			if why, orphan := deleted[d.Work]; orphan {
				d.Reason = why
			} else {
				d.Kind, d.Reason = missing(old, before, after)
			}
			if after.works[d.Work] != nil {
				d.Kind, d.Reason = Left, whyWorkLeft(old, before, after)
			}
			all = append(all, d)
		default:
			if changes := workChanges(old, now); len(changes) > 0 {
				hideIn(changes, hiddenRegion(old, before).With(hiddenRegion(now, after)))
				all = append(all, Work{Work: now.Ref(), Template: after.templateOf(now), Kind: Changed, Changes: changes})
			}
		}
	})
	for ref, why := range deleted {
		if _, orphan := was[ref]; !orphan && !made[ref] {
			all = append(all, Work{Work: ref, Kind: Deleted, Reason: why})
		}
	}
	for i := range all {
		all[i].Cluster, _ = api.ClusterOfNamespace(all[i].Work.Namespace)
	}
	slices.SortFunc(all, func(a, b Work) int { return content.CompareRefs(a.Work, b.Work) })
	return all
}

// pair calls meet for each Work of two sorted sequences, with the Work of the same name in the other one, or nil.
func pair(before, after iter.Seq[*api.Work], meet func(old, now *api.Work)) {
	nextOld, stopOld := iter.Pull(before)
	defer stopOld()
	nextNow, stopNow := iter.Pull(after)
	defer stopNow()
	old, more := nextOld()
	now, moreNow := nextNow()
	for more || moreNow {
		order := 0
		switch {
		case !more:
			order = 1
		case !moreNow:
			order = -1
		default:
			order = content.CompareObjects(old, now)
		}
		switch {
		case order < 0:
			meet(old, nil)
		case order > 0:
			meet(nil, now)
		default:
			meet(old, now)
		}
		if order <= 0 {
			old, more = nextOld()
		}
		if order >= 0 {
			now, moreNow = nextNow()
		}
	}
}

// worksOf returns the Works of a plan sorted, each name once. Those of a stream are made one after the other.
func worksOf(p *propagation.Plan) iter.Seq[*api.Work] {
	if len(p.Works) > 0 {
		return slices.Values(sortedWorks(p.Works))
	}
	return func(yield func(*api.Work) bool) {
		for w := range p.EachWork() {
			if !yield(w.Work()) {
				return
			}
		}
	}
}

// sortedWorks returns the Works sorted, each name once. Those of a plan are already sorted.
func sortedWorks(works []*api.Work) []*api.Work {
	all := slices.DeleteFunc(slices.Clone(works), func(w *api.Work) bool { return w == nil })
	if !slices.IsSortedFunc(all, content.CompareObjects) {
		slices.SortStableFunc(all, content.CompareObjects)
	}
	return slices.CompactFunc(all, func(a, b *api.Work) bool { return content.CompareObjects(a, b) == 0 })
}

// orphans returns why Works must be deleted.
func orphans(p *propagation.Plan) map[override.Ref]string {
	all := make(map[override.Ref]string, len(p.Deleted))
	for _, o := range p.Deleted {
		all[o.Work] = o.Reason
	}
	return all
}

// missing returns what happens to a Work that the second plan neither makes nor lists as an orphan.
func missing(w *api.Work, before, after *side) (Kind, string) {
	ref := before.templateOf(w)
	if ref == (override.Ref{}) {
		return Deleted, "nothing in the plan needs it"
	}
	a, b := before.get(ref), after.get(ref)
	switch {
	case b.row == nil && b.binding == nil:
		return Deleted, ref.String() + " is no longer a template"
	case a.bound() && !b.bound():
		if left(ref, before, after) != "" {
			return Left, "its binding is left unchanged"
		}
		return Deleted, ref.String() + " is no longer bound"
	}
	cluster, _ := api.ClusterOfNamespace(w.Namespace)
	if _, target := b.targets()[cluster]; !target {
		return Deleted, fmt.Sprintf("cluster %s is no longer a target of %s", cluster, ref.Name)
	}
	return Left, b.whyNoWork(cluster)
}

// whyWorkLeft returns why the second plan leaves a Work.
func whyWorkLeft(w *api.Work, before, after *side) string {
	ref := before.templateOf(w)
	cluster, _ := api.ClusterOfNamespace(w.Namespace)
	b := after.get(ref)
	switch {
	case ref == (override.Ref{}):
		return "it belongs to no binding of the plan"
	case b.binding != nil && slices.ContainsFunc(b.binding.BindingSpec().GracefulEvictionTasks, func(t api.GracefulEvictionTask) bool { return t.FromCluster == cluster }):
		return "the eviction from cluster " + cluster + " keeps it"
	case b.row == nil:
		return ref.String() + " is not a template of the plan"
	case b.row.Left && b.row.Binding == (override.Ref{}):
		if own := b.rowErrors().cluster[cluster]; own != "" {
			return own
		}
		return b.why()
	}
	_, why := missing(w, before, after)
	return why
}

// workChanges returns where two Works differ.
func workChanges(before, after *api.Work) []Change {
	var changes []Change
	if from, to := frameOf(before), frameOf(after); !from.equal(to) {
		changes = changesOf(nil, jsonOf(from), jsonOf(to))
	}
	if !slices.EqualFunc(before.Spec.Workload.Manifests, after.Spec.Workload.Manifests, sameManifest) {
		// In order: all fields of the frame come before the manifests.
		changes = append(changes, changesOf(manifestsPath, manifestsOf(before), manifestsOf(after))...)
	}
	return changes
}

// sameManifest reports whether two manifests are equal and valid. It is fast for equal ones; others are compared in detail.
func sameManifest(a, b api.Manifest) bool {
	return content.Check(a) == nil && jsontree.Equal(map[string]any(a), map[string]any(b))
}

// frame is the compared part of a Work without its manifests.
type frame struct {
	Meta metav1.ObjectMeta `json:"metadata"`
	Spec api.WorkSpec      `json:"spec"`
}

func frameOf(w *api.Work) frame {
	f := frame{plainMeta(w), w.Spec}
	f.Spec.Workload = api.WorkloadTemplate{}
	return f
}

// equal reports whether two frames are equal. Labels and annotations are compared first, because that is fast.
func (f frame) equal(g frame) bool {
	if !maps.Equal(f.Meta.Labels, g.Meta.Labels) || !maps.Equal(f.Meta.Annotations, g.Meta.Annotations) {
		return false
	}
	f.Meta.Labels, f.Meta.Annotations, g.Meta.Labels, g.Meta.Annotations = nil, nil, nil, nil
	return reflect.DeepEqual(f, g)
}

// manifestsOf returns the manifests of a Work. An invalid one is replaced by its error message.
func manifestsOf(w *api.Work) []any {
	all := make([]any, len(w.Spec.Workload.Manifests))
	for i, m := range w.Spec.Workload.Manifests {
		if all[i] = map[string]any(m); content.Check(m) != nil {
			all[i] = content.Check(m).Error()
		}
	}
	return all
}
