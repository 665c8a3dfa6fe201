package api

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/internal/dialect"
)

// JSON is any JSON value in its encoding. Empty Raw means that there is no value, which is not the same as null.
type JSON = dialect.JSON

// OverridePolicy overrides objects of its own namespace that have its name in a label (core.kubeadmiral.io/v1alpha1).
type OverridePolicy struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              OverrideSpec `json:"spec"`
}

// ClusterOverridePolicy overrides objects of any namespace and objects without a namespace that have its name in a label
// (core.kubeadmiral.io/v1alpha1).
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
	// OverrideRules act in order.
	OverrideRules []OverrideRule `json:"overrideRules,omitempty"`
}

// OverrideRule has the overriders for some clusters.
type OverrideRule struct {
	TargetClusters *TargetClusters `json:"targetClusters,omitempty"`
	Overriders     *Overriders     `json:"overriders,omitempty"`
}

// TargetClusters selects the clusters that all of its parts select. Without parts, it selects every cluster.
type TargetClusters struct {
	Clusters        []string              `json:"clusters,omitempty"`
	ClusterSelector map[string]string     `json:"clusterSelector,omitempty"`
	ClusterAffinity []ClusterSelectorTerm `json:"clusterAffinity,omitempty"`
}

// ClusterSelectorTerm selects clusters by labels and by name. One of several terms must match; an empty one selects nothing.
type ClusterSelectorTerm struct {
	MatchExpressions []ClusterSelectorRequirement `json:"matchExpressions,omitempty"`
	MatchFields      []ClusterSelectorRequirement `json:"matchFields,omitempty"`
}

// ClusterSelectorRequirement compares a label or a field with values.
type ClusterSelectorRequirement struct {
	Key      string   `json:"key"`
	Operator string   `json:"operator"`
	Values   []string `json:"values"`
}

// Overriders are the overriders of one rule. They act in the order of these fields. Each type reads the object as it was
// before the rule; the entries of one type see each other.
type Overriders struct {
	Image       []ImageOverrider      `json:"image,omitempty"`
	Command     []EntrypointOverrider `json:"command,omitempty"`
	Args        []EntrypointOverrider `json:"args,omitempty"`
	Envs        []EnvOverrider        `json:"envs,omitempty"`
	Annotations []StringMapOverrider  `json:"annotations,omitempty"`
	Labels      []StringMapOverrider  `json:"labels,omitempty"`
	JSONPatch   []JSONPatchOverrider  `json:"jsonpatch,omitempty"`
}

// The operators. The default is overwrite, and replace for a jsonpatch.
const (
	OperatorAddIfAbsent = "addIfAbsent"
	OperatorOverwrite   = "overwrite"
	OperatorAppend      = "append"
	OperatorDelete      = "delete"
)

// ImageOverrider changes components of images: of the named containers, of all containers without names, or of one field.
type ImageOverrider struct {
	ContainerNames []string    `json:"containerNames,omitempty"`
	ImagePath      string      `json:"imagePath,omitempty"`
	Operations     []Operation `json:"operations,omitempty"`
}

// Operation changes one component of an image: Registry, Repository, Tag or Digest.
type Operation struct {
	ImageComponent string `json:"imageComponent"`
	Operator       string `json:"operator,omitempty"`
	Value          string `json:"value,omitempty"`
}

// EntrypointOverrider changes the command or the args of one container.
type EntrypointOverrider struct {
	ContainerName string   `json:"containerName"`
	Operator      string   `json:"operator,omitempty"`
	Value         []string `json:"value,omitempty"`
}

// EnvOverrider changes the environment variables of one container. Each value is a variable as in a pod: an object with a
// name.
type EnvOverrider struct {
	ContainerName string `json:"containerName"`
	Operator      string `json:"operator,omitempty"`
	Value         []JSON `json:"value,omitempty"`
}

// StringMapOverrider changes labels or annotations.
type StringMapOverrider struct {
	Operator string            `json:"operator,omitempty"`
	Value    map[string]string `json:"value,omitempty"`
}

// JSONPatchOverrider is one operation of a JSON patch.
type JSONPatchOverrider struct {
	Operator string `json:"operator,omitempty"`
	Path     string `json:"path"`
	Value    JSON   `json:"value,omitempty"`
}

// FederatedCluster is a member cluster (core.kubeadmiral.io/v1alpha1). Policies read its name and labels only.
type FederatedCluster struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
}

// FederatedClusterList is a list of clusters, as an API server returns it.
type FederatedClusterList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []FederatedCluster `json:"items"`
}
