package api

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/internal/dialect"
)

// JSON is any JSON value in its encoding. Empty Raw means that there is no value, which is not the same as null.
type JSON = dialect.JSON

// OverridePolicy overrides objects of its own namespace (policy.karmada.io/v1alpha1).
type OverridePolicy struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              OverrideSpec `json:"spec"`
}

// ClusterOverridePolicy overrides objects of any namespace and objects without a namespace (policy.karmada.io/v1alpha1).
type ClusterOverridePolicy struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              OverrideSpec `json:"spec"`
}

// OverridePolicyList is a list of policies, as an API server returns it.
type OverridePolicyList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []OverridePolicy `json:"items"`
}

// ClusterOverridePolicyList is a list of policies, as an API server returns it.
type ClusterOverridePolicyList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []ClusterOverridePolicy `json:"items"`
}

// OverrideSpec is the spec of both kinds of policy.
type OverrideSpec struct {
	// ResourceSelectors: an object is selected if any of them matches. Without selectors, every object is.
	ResourceSelectors []ResourceSelector `json:"resourceSelectors,omitempty"`
	// OverrideRules act in order.
	OverrideRules []RuleWithCluster `json:"overrideRules,omitempty"`

	// TargetCluster and Overriders are the older form of one rule. They are ignored if there are overrideRules.
	TargetCluster *ClusterAffinity `json:"targetCluster,omitempty"`
	Overriders    Overriders       `json:"overriders,omitempty"`
}

// ResourceSelector selects objects. APIVersion and Kind must be equal. An empty Namespace is any namespace. With a Name,
// the LabelSelector is ignored.
type ResourceSelector struct {
	APIVersion    string                `json:"apiVersion"`
	Kind          string                `json:"kind"`
	Namespace     string                `json:"namespace,omitempty"`
	Name          string                `json:"name,omitempty"`
	LabelSelector *metav1.LabelSelector `json:"labelSelector,omitempty"`
}

// RuleWithCluster has the overriders for some clusters. Without TargetCluster, for all.
type RuleWithCluster struct {
	TargetCluster *ClusterAffinity `json:"targetCluster,omitempty"`
	Overriders    Overriders       `json:"overriders"`
}

// ClusterAffinity selects the clusters that all of its parts select. Without ClusterNames, any name is selected.
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

// NodeSelectorRequirement has the form of the core type.
type NodeSelectorRequirement struct {
	Key      string   `json:"key"`
	Operator string   `json:"operator"`
	Values   []string `json:"values,omitempty"`
}

// Overriders are the overriders of one rule. They act in the order of these fields, and the entries of a field in their
// order.
type Overriders struct {
	ImageOverrider       []ImageOverrider           `json:"imageOverrider,omitempty"`
	CommandOverrider     []CommandArgsOverrider     `json:"commandOverrider,omitempty"`
	ArgsOverrider        []CommandArgsOverrider     `json:"argsOverrider,omitempty"`
	LabelsOverrider      []LabelAnnotationOverrider `json:"labelsOverrider,omitempty"`
	AnnotationsOverrider []LabelAnnotationOverrider `json:"annotationsOverrider,omitempty"`
	FieldOverrider       []FieldOverrider           `json:"fieldOverrider,omitempty"`
	Plaintext            []PlaintextOverrider       `json:"plaintext,omitempty"`
}

// IsEmpty reports whether there are no overriders. Nil is empty.
func (o *Overriders) IsEmpty() bool {
	return o == nil || len(o.ImageOverrider)+len(o.CommandOverrider)+len(o.ArgsOverrider)+len(o.LabelsOverrider)+len(o.AnnotationsOverrider)+len(o.FieldOverrider)+len(o.Plaintext) == 0
}

// OverriderOperator is the operation of an overrider.
type OverriderOperator string

// The operators.
const (
	OverriderOpAdd     OverriderOperator = "add"
	OverriderOpRemove  OverriderOperator = "remove"
	OverriderOpReplace OverriderOperator = "replace"
)

// ImageComponent is a part of an image reference.
type ImageComponent string

// The components. Tag is the tag, or the digest of a reference without a tag.
const (
	Registry   ImageComponent = "Registry"
	Repository ImageComponent = "Repository"
	Tag        ImageComponent = "Tag"
)

// ImageOverrider changes a component of images: of all containers, or of one field with a Predicate.
type ImageOverrider struct {
	Predicate *ImagePredicate   `json:"predicate,omitempty"`
	Component ImageComponent    `json:"component"`
	Operator  OverriderOperator `json:"operator"`
	Value     string            `json:"value,omitempty"`
}

// ImagePredicate is the JSON pointer of an image.
type ImagePredicate struct {
	Path string `json:"path"`
}

// CommandArgsOverrider changes the command or the args of the containers with a name.
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

// FieldOverrider changes the JSON or YAML in a string field.
type FieldOverrider struct {
	FieldPath string               `json:"fieldPath"`
	JSON      []JSONPatchOperation `json:"json,omitempty"`
	YAML      []YAMLPatchOperation `json:"yaml,omitempty"`
}

// JSONPatchOperation is one operation of a JSON patch on the text of a field.
type JSONPatchOperation struct {
	SubPath  string            `json:"subPath"`
	Operator OverriderOperator `json:"operator"`
	Value    JSON              `json:"value,omitzero"`
}

// YAMLPatchOperation is the same for YAML.
type YAMLPatchOperation = JSONPatchOperation

// PlaintextOverrider is one operation of a JSON patch.
type PlaintextOverrider struct {
	Path     string            `json:"path"`
	Operator OverriderOperator `json:"operator"`
	Value    JSON              `json:"value,omitzero"`
}
