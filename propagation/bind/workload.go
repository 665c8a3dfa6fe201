package bind

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/selector"
)

// Limits of references, which errors show. No name in Kubernetes is longer than 253 bytes.
const (
	maxReference = 253
	maxField     = 32 // keys
)

// reference is where the objects of a kind name their workload.
type reference struct {
	field            jsontree.Pointer
	apiVersion, kind string // if the reference does not have them
}

// references has the kinds whose references are known, by group and kind.
var references = map[[2]string]reference{
	{"autoscaling", "HorizontalPodAutoscaler"}:      {field: jsontree.Pointer{"spec", "scaleTargetRef"}},
	{"autoscaling.k8s.io", "VerticalPodAutoscaler"}: {field: jsontree.Pointer{"spec", "targetRef"}},
	{"keda.sh", "ScaledObject"}:                     {jsontree.Pointer{"spec", "scaleTargetRef"}, "apps/v1", "Deployment"},
}

// WorkloadOf returns the workload that an object follows, or a zero Ref if it follows none. Its namespace is that of the follower.
//
//  1. field is the path of the reference, an object with apiVersion, kind and name. Without a field it is that of the kind, in any version:
//     spec.scaleTargetRef of a HorizontalPodAutoscaler of autoscaling and of a ScaledObject of keda.sh, spec.targetRef of a
//     VerticalPodAutoscaler of autoscaling.k8s.io. Objects of other kinds follow none. A FederatedHPA is another kind: it works in the
//     control plane.
//  2. An object without the field, or with null, follows none. Neither does an object that is being deleted.
//  3. An empty apiVersion is that of the core group. In a ScaledObject it is apps/v1, and an empty kind is Deployment.
//
// These are errors: a follower without apiVersion, kind, namespace or name, a string among them or in the reference that is longer than 253 bytes or
// not printable, more than 32 keys in field, a reference without a kind or a name, one to another namespace, and
// one to the follower itself. So is a reference among the values of a Secret: errors show references. The object is not checked otherwise.
func WorkloadOf(follower *unstructured.Unstructured, field ...string) (override.Ref, error) {
	if err := checkFollower(follower); err != nil {
		return override.Ref{}, err
	}
	own := override.RefOf(follower)
	if err := checkField(field); err != nil {
		return override.Ref{}, fmt.Errorf("%s: %w", own, err)
	}
	at := reference{field: field}
	if len(field) == 0 {
		at = references[[2]string{content.GroupOf(own.APIVersion), own.Kind}]
	}
	if len(at.field) == 0 || content.Deleting(follower) {
		return override.Ref{}, nil
	}
	workload, err := at.read(follower.Object)
	if err != nil {
		return override.Ref{}, fmt.Errorf("%s: %w", own, err)
	}
	if workload.Kind == "" {
		return override.Ref{}, nil
	}
	switch workload.Namespace {
	case "", own.Namespace:
		workload.Namespace = own.Namespace
	default:
		return override.Ref{}, fmt.Errorf("%s names %s, expected a workload in its own namespace", own, workload)
	}
	if content.SameWorkload(own, workload) {
		return override.Ref{}, fmt.Errorf("%s names itself as its workload, expected another object", own)
	}
	return workload, nil
}

// checkFollower returns an error if the name of a follower's binding cannot be made, or if an error could not show it.
func checkFollower(follower *unstructured.Unstructured) error {
	own := override.RefOf(follower)
	if content.ClipRef(own) != own {
		return fmt.Errorf("%s has a string that is longer than %d bytes or not printable, expected names", content.ClipRef(own), maxReference)
	}
	if err := checkNamed(follower); err != nil {
		return err
	}
	if own.Namespace == "" {
		return fmt.Errorf("%s has no namespace, expected that of its workload", own)
	}
	return nil
}

// checkField returns an error if an error could not show the path of a reference.
func checkField(field []string) error {
	if len(field) > maxField {
		return fmt.Errorf("the path of its reference has %d keys, expected at most %d", len(field), maxField)
	}
	for _, key := range field {
		if content.Clip(key) != key {
			return fmt.Errorf("the path of its reference has the key %s, expected at most %d printable bytes", content.Clip(key), maxReference)
		}
	}
	return nil
}

// read returns what a reference in an object names, and an empty kind if there is no reference. Its namespace may be empty.
func (r reference) read(object map[string]any) (override.Ref, error) {
	hides := redact.Places(redact.Secrets).Of(selector.ObjectOf(object)).Hides
	fault := func(at jsontree.Pointer, v any, found bool, expected string) error {
		e := jsontree.NotA(at, v, found, expected)
		if found && hides(at) {
			e.Found = jsontree.DescribeHidden(v)
		}
		return e
	}
	fields, at := object, jsontree.Pointer{}
	for _, key := range r.field {
		at = append(at, key)
		v := fields[key]
		if v == nil {
			return override.Ref{}, nil
		}
		next, ok := v.(map[string]any)
		if !ok {
			return override.Ref{}, fault(at, v, true, "an object")
		}
		fields = next
	}
	if hides(at) {
		return override.Ref{}, fault(at, fields, true, "a reference outside of the hidden values")
	}
	named := override.Ref{APIVersion: r.apiVersion, Kind: r.kind}
	for _, f := range []struct {
		key      string
		into     *string
		required bool
	}{{"apiVersion", &named.APIVersion, false}, {"kind", &named.Kind, true}, {"name", &named.Name, true}, {"namespace", &named.Namespace, false}} {
		v, found := fields[f.key]
		s, isString := v.(string)
		switch {
		case v != nil && !isString:
			return override.Ref{}, fault(at.Child(f.key), v, true, "a string")
		case len(s) > maxReference:
			return override.Ref{}, fault(at.Child(f.key), v, true, fmt.Sprintf("at most %d bytes", maxReference))
		case content.Clip(s) != s:
			return override.Ref{}, fault(at.Child(f.key), v, true, "printable characters")
		case s != "":
			*f.into = s
		case f.required && *f.into == "":
			return override.Ref{}, fault(at.Child(f.key), v, found, "a name")
		}
	}
	if strings.Count(named.APIVersion, "/") > 1 {
		return override.Ref{}, fault(at.Child("apiVersion"), named.APIVersion, true, "a group and a version")
	}
	return named, nil
}

// WorkloadError means that a follower names a workload that no binding brings to clusters. Try again when the binding is created, or is gone. If it is
// that of another object, it may stay forever.
type WorkloadError struct {
	Follower override.Ref
	Workload override.Ref // as the follower names it
	Binding  override.Ref // what its binding is called
	Found    override.Ref // the object of that binding, if it is another one; names of bindings do not contain the group
	Deleting bool         // the binding is being deleted
}

// Error returns, for example: HorizontalPodAutoscaler shop/web follows Deployment shop/web, and ResourceBinding shop/web-deployment does not exist.
func (e *WorkloadError) Error() string {
	why, found, workload := "does not exist", content.ClipRef(e.Found), content.ClipRef(e.Workload)
	switch {
	case e.Found != (override.Ref{}):
		why = fmt.Sprintf("is the binding of %s %s, expected %s %s", found.APIVersion, found, workload.APIVersion, workload)
	case e.Deleting:
		why = "is being deleted"
	}
	return fmt.Sprintf("%s follows %s, and %s %s", content.ClipRef(e.Follower), workload, content.ClipRef(e.Binding), why)
}
