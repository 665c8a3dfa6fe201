package api

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/internal/dialect"
)

// JSON is any JSON value, as text in its field Raw. Empty Raw is no value at all, which is not the same as null.
type JSON = dialect.JSON

// OverridePolicy overrides objects of its own namespace (policy.karmada.io/v1alpha1).
type OverridePolicy struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              OverrideSpec `json:"spec"`
}

// ClusterOverridePolicy overrides objects of any namespace and of none (policy.karmada.io/v1alpha1).
type ClusterOverridePolicy struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              OverrideSpec `json:"spec"`
}

// OverridePolicyList is a list of policies, as an API server gives it.
type OverridePolicyList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []OverridePolicy `json:"items"`
}

// ClusterOverridePolicyList is a list of policies, as an API server gives it.
type ClusterOverridePolicyList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []ClusterOverridePolicy `json:"items"`
}

// OverrideSpec is what both kinds of policy have in common.
type OverrideSpec struct {
	// ResourceSelectors: an object is covered when any of them matches. None: every object.
	ResourceSelectors []ResourceSelector `json:"resourceSelectors,omitempty"`
	// OverrideRules act in order.
	OverrideRules []RuleWithCluster `json:"overrideRules,omitempty"`

	// TargetCluster and Overriders are the older way to write one rule. They count only without overrideRules.
	TargetCluster *ClusterAffinity `json:"targetCluster,omitempty"`
	Overriders    Overriders       `json:"overriders,omitempty"`
}

// ResourceSelector selects objects. APIVersion and Kind are compared to the letter. An empty Namespace is any. With a Name
// the LabelSelector does not count.
type ResourceSelector struct {
	APIVersion    string                `json:"apiVersion"`
	Kind          string                `json:"kind"`
	Namespace     string                `json:"namespace,omitempty"`
	Name          string                `json:"name,omitempty"`
	LabelSelector *metav1.LabelSelector `json:"labelSelector,omitempty"`
}

// RuleWithCluster is what a policy does in some clusters. Without TargetCluster, in all.
type RuleWithCluster struct {
	TargetCluster *ClusterAffinity `json:"targetCluster,omitempty"`
	Overriders    Overriders       `json:"overriders"`
}

// ClusterAffinity selects clusters: those that all of its parts select. ClusterNames: none is any.
type ClusterAffinity struct {
	LabelSelector   *metav1.LabelSelector `json:"labelSelector,omitempty"`
	FieldSelector   *FieldSelector        `json:"fieldSelector,omitempty"`
	ClusterNames    []string              `json:"clusterNames,omitempty"`
	ExcludeClusters []string              `json:"exclude,omitempty"`
}

// FieldSelector selects clusters by the fields provider, region and zone.
type FieldSelector struct {
	MatchExpressions []NodeSelectorRequirement `json:"matchExpressions,omitempty"`
}

// NodeSelectorRequirement has the form of the core type of that name.
type NodeSelectorRequirement struct {
	Key      string   `json:"key"`
	Operator string   `json:"operator"`
	Values   []string `json:"values,omitempty"`
}

// Overriders are the overrides of one rule. They act in the order of the fields here, the entries of each in the order
// written.
type Overriders struct {
	ImageOverrider       []ImageOverrider           `json:"imageOverrider,omitempty"`
	CommandOverrider     []CommandArgsOverrider     `json:"commandOverrider,omitempty"`
	ArgsOverrider        []CommandArgsOverrider     `json:"argsOverrider,omitempty"`
	LabelsOverrider      []LabelAnnotationOverrider `json:"labelsOverrider,omitempty"`
	AnnotationsOverrider []LabelAnnotationOverrider `json:"annotationsOverrider,omitempty"`
	FieldOverrider       []FieldOverrider           `json:"fieldOverrider,omitempty"`
	Plaintext            []PlaintextOverrider       `json:"plaintext,omitempty"`
}

// IsEmpty reports whether there are no overriders at all.
func (o *Overriders) IsEmpty() bool {
	return o == nil || len(o.ImageOverrider)+len(o.CommandOverrider)+len(o.ArgsOverrider)+len(o.LabelsOverrider)+len(o.AnnotationsOverrider)+len(o.FieldOverrider)+len(o.Plaintext) == 0
}

// OverriderOperator is what an overrider does.
type OverriderOperator string

// The operators.
const (
	OverriderOpAdd     OverriderOperator = "add"
	OverriderOpRemove  OverriderOperator = "remove"
	OverriderOpReplace OverriderOperator = "replace"
)

// ImageComponent is a part of an image reference.
type ImageComponent string

// The components. Tag is the tag if there is one, else the digest.
const (
	Registry   ImageComponent = "Registry"
	Repository ImageComponent = "Repository"
	Tag        ImageComponent = "Tag"
)

// ImageOverrider changes a component of images: of all containers, or with a Predicate of one place.
type ImageOverrider struct {
	Predicate *ImagePredicate   `json:"predicate,omitempty"`
	Component ImageComponent    `json:"component"`
	Operator  OverriderOperator `json:"operator"`
	Value     string            `json:"value,omitempty"`
}

// ImagePredicate names the place of an image by a JSON pointer.
type ImagePredicate struct {
	Path string `json:"path"`
}

// CommandArgsOverrider changes the command or the arguments of the containers of one name.
type CommandArgsOverrider struct {
	ContainerName string            `json:"containerName"`
	Operator      OverriderOperator `json:"operator"`
	Value         []string          `json:"value,omitempty"`
}

// LabelAnnotationOverrider changes labels or annotations.
type LabelAnnotationOverrider struct {
	Operator OverriderOperator `json:"operator"`
	Value    map[string]string `json:"value,omitempty"`
}

// FieldOverrider changes the JSON or YAML that is the text of a string field.
type FieldOverrider struct {
	FieldPath string               `json:"fieldPath"`
	JSON      []JSONPatchOperation `json:"json,omitempty"`
	YAML      []YAMLPatchOperation `json:"yaml,omitempty"`
}

// JSONPatchOperation is one operation of a JSON patch on a text.
type JSONPatchOperation struct {
	SubPath  string            `json:"subPath"`
	Operator OverriderOperator `json:"operator"`
	Value    JSON              `json:"value,omitzero"`
}

// YAMLPatchOperation is the same on YAML.
type YAMLPatchOperation = JSONPatchOperation

// PlaintextOverrider is one operation of a JSON patch.
type PlaintextOverrider struct {
	Path     string            `json:"path"`
	Operator OverriderOperator `json:"operator"`
	Value    JSON              `json:"value,omitzero"`
}
