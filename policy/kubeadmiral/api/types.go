package api

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/internal/dialect"
)

// JSON is any JSON value, as text in its field Raw. Empty Raw is no value at all, which is not the same as null.
type JSON = dialect.JSON

// OverridePolicy overrides objects of its own namespace that carry its name in a label (core.kubeadmiral.io/v1alpha1).
type OverridePolicy struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              OverrideSpec `json:"spec"`
}

// ClusterOverridePolicy overrides objects of any namespace and of none that carry its name in a label
// (core.kubeadmiral.io/v1alpha1).
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
	// OverrideRules act in order.
	OverrideRules []OverrideRule `json:"overrideRules,omitempty"`
}

// OverrideRule is what a policy does in some clusters.
type OverrideRule struct {
	TargetClusters *TargetClusters `json:"targetClusters,omitempty"`
	Overriders     *Overriders     `json:"overriders,omitempty"`
}

// TargetClusters selects clusters: those that all of its parts select. Without any part, every cluster.
type TargetClusters struct {
	Clusters        []string              `json:"clusters,omitempty"`
	ClusterSelector map[string]string     `json:"clusterSelector,omitempty"`
	ClusterAffinity []ClusterSelectorTerm `json:"clusterAffinity,omitempty"`
}

// ClusterSelectorTerm selects clusters by labels and by name. Of several terms one is enough; an empty one selects nothing.
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

// Overriders are the overrides of one rule. They act in the order of the fields here. Each type reads the object as it was
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

// The operators. An overrider without one overwrites; a jsonpatch without one replaces.
const (
	OperatorAddIfAbsent = "addIfAbsent"
	OperatorOverwrite   = "overwrite"
	OperatorAppend      = "append"
	OperatorDelete      = "delete"
)

// ImageOverrider changes components of images: of the containers named, of all when none is named, or of one place.
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

// EntrypointOverrider changes the command or the arguments of one container.
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

// FederatedCluster is a member cluster (core.kubeadmiral.io/v1alpha1). Policies look at its name and labels only.
type FederatedCluster struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
}

// FederatedClusterList is a list of clusters, as an API server gives it.
type FederatedClusterList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []FederatedCluster `json:"items"`
}
