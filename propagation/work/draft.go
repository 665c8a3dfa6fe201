package work

import (
	"errors"
	"fmt"
	"maps"
	"strconv"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Draft is what the Works of clusters that get the same object have in common. It is finished once, and each Work copies it. It is read-only and
// safe for concurrent use.
type Draft struct {
	desired  api.Work       // without its namespace and its manifest
	content  map[string]any // the manifest, with the label of a permanent id; shares memory with the object
	without  string         // the list of the keys of all labels if a Work has no id
	with     string         // and if it has one
	own      any            // the value of that label on the object; nil: the object does not have it
	suspends bool           // each Work says whether it is suspended
	encoding encoding       // of the content
}

// NewDraft finishes an object that several clusters get. It becomes the only manifest of their Works:
//
//  1. The label karmada.io/managed is true.
//  2. The permanent id of the Work becomes a label.
//  3. Annotations have the uid of the object, even if it is empty, the name of the Work, and its conflict resolution, if it has one.
//  4. The object is pruned, see [Prune].
//  5. Two annotations list the keys of all labels and of all annotations, including these two, sorted and joined by commas. With
//     them a cluster can later find out what was removed.
//
// Labels or annotations that are not strings are an error. Null is read as empty. desired is the Work of one of the clusters, apart from its
// namespace. It is copied. The object is not copied until a Work is made: do not write it, or anything that it shares with the content of
// [override.Result.SharedContent], while the draft or one of its Works is in use.
func NewDraft(desired *api.Work, object *unstructured.Unstructured) (*Draft, error) {
	if desired == nil {
		return nil, errors.New("found no desired Work, expected one")
	}
	if object == nil || object.Object == nil {
		return nil, fmt.Errorf("%s: found no object, expected one", desired.Ref())
	}
	if err := content.Check(object.Object); err != nil {
		return nil, fmt.Errorf("%s: %w", override.RefOf(object), err)
	}
	own := *desired
	own.Spec.Workload.Manifests = nil
	return newDraft(own.DeepCopy(), object.Object, metadata{})
}

// newDraft implements [NewDraft] for a valid object. owner has the labels and annotations of the owner. It takes over the desired Work.
func newDraft(desired *api.Work, object map[string]any, owner metadata) (*Draft, error) {
	o := &unstructured.Unstructured{Object: forPruning(object)}
	desired.Namespace = ""
	f, err := finish(o, owner, desired.ObjectMeta)
	if err != nil {
		return nil, err
	}
	d := &Draft{desired: *desired, content: o.Object, own: f.labels[api.WorkIDLabel]}
	d.without = joined(f.labels)
	f.labels[api.WorkIDLabel] = ""
	f.list()
	d.with = f.annotations[api.ManagedLabelsAnnotation].(string)
	return d, nil
}

// For returns the Work for a cluster, merged with its stored Work, which is not copied until the Work is made, or nil. newID is that of [Input]. It is
// called at most once, now.
//
//  1. A stored Work that is being deleted is an error, see [ErrDeleting].
//  2. Labels and annotations are added to the stored ones. None is removed, not even what an old policy has left.
//  3. Finalizers are the sorted union.
//  4. The spec is the desired one. A field that is not set in it is not set in the result.
//  5. Everything else is that of the stored Work: only a new Work gets owners.
//  6. The permanent id is the desired one, else that of the stored Work, else that of newID.
func (d *Draft) For(cluster string, stored *api.Work, newID func(of override.Ref) string) (Prepared, error) {
	t := &target{draft: d, cluster: cluster}
	if err := t.merge(stored, newID); err != nil {
		return Prepared{}, err
	}
	return Prepared{target: t}, nil
}

// draft makes the draft of an outcome.
func (p *preparer) draft(content map[string]any, of *outcomeOf) (*Draft, error) {
	object := &unstructured.Unstructured{Object: content}
	annotated, _, _ := unstructured.NestedString(content, "metadata", "annotations", api.ConflictResolutionAnnotation)
	annotations := p.Overrides.Annotations(of.variant.Result)
	maps.Copy(annotations, p.owner.annotations)
	annotations[api.ConflictResolutionAnnotation] = resolution(annotated, p.spec.ConflictResolution)
	desired := &api.Work{ObjectMeta: metav1.ObjectMeta{
		Name:        api.WorkName(object.GetKind(), object.GetNamespace(), object.GetName()),
		Finalizers:  []string{api.ExecutionFinalizer},
		Labels:      map[string]string{p.owner.idLabel: p.owner.id},
		Annotations: annotations,
	}}
	preserve := p.spec.PreserveResourcesOnDeletion != nil && *p.spec.PreserveResourcesOnDeletion
	desired.Spec.PreserveResourcesOnDeletion = &preserve

	owner := metadata{map[string]string{p.owner.idLabel: p.owner.id}, maps.Clone(p.owner.annotations)}
	if p.FeatureGates.Enabled(api.GateStatefulFailoverInjection) {
		maps.Copy(owner.labels, PreservedLabels(p.spec, p.targets[0].Name))
	}
	if generation := object.GetGeneration(); generation > 0 {
		owner.annotations[api.TemplateGenerationAnnotation] = strconv.FormatInt(generation, 10)
	}
	d, err := newDraft(desired, content, owner)
	if err != nil {
		return nil, err
	}
	d.suspends = true
	return d, nil
}

func resolution(annotated string, ofBinding api.ConflictResolution) string {
	switch {
	case annotated == "overwrite" || annotated == "abort":
		return annotated
	case ofBinding == api.ConflictOverwrite:
		return "overwrite"
	}
	return "abort"
}
