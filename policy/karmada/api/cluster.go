package api

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/quantity"
)

// Cluster is a member cluster (cluster.karmada.io/v1alpha1).
type Cluster struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              ClusterSpec   `json:"spec,omitempty"`
	Status            ClusterStatus `json:"status,omitzero"`
}

// ClusterList is a list of clusters, as an API server gives it.
type ClusterList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Cluster `json:"items"`
}

// Ref names the cluster.
func (c *Cluster) Ref() override.Ref {
	if c == nil {
		return override.Ref{}
	}
	return override.Ref{APIVersion: ClusterGroupVersion.String(), Kind: "Cluster", Name: c.Name}
}

// ClusterSpec says where a cluster is, how it is reached and what its owner has decided about it. Zones counts; the older Zone
// does not, which an API server moves into Zones.
type ClusterSpec struct {
	ID          string          `json:"id,omitempty"`
	SyncMode    ClusterSyncMode `json:"syncMode,omitempty"`
	APIEndpoint string          `json:"apiEndpoint,omitempty"`

	// SecretRef and ImpersonatorSecretRef name Secrets of the control plane; nothing here reads them.
	SecretRef                   *LocalSecretReference `json:"secretRef,omitempty"`
	ImpersonatorSecretRef       *LocalSecretReference `json:"impersonatorSecretRef,omitempty"`
	InsecureSkipTLSVerification bool                  `json:"insecureSkipTLSVerification,omitempty"`
	ProxyURL                    string                `json:"proxyURL,omitempty"`
	ProxyHeader                 map[string]string     `json:"proxyHeader,omitempty"`

	Provider string   `json:"provider,omitempty"`
	Region   string   `json:"region,omitempty"`
	Zone     string   `json:"zone,omitempty"`
	Zones    []string `json:"zones,omitempty"`

	Taints         []Taint         `json:"taints,omitempty"`
	ResourceModels []ResourceModel `json:"resourceModels,omitempty"`
}

// ClusterSyncMode tells who brings objects into a cluster.
type ClusterSyncMode string

// The modes: the control plane, or an agent in the cluster.
const (
	Push ClusterSyncMode = "Push"
	Pull ClusterSyncMode = "Pull"
)

// LocalSecretReference names a Secret.
type LocalSecretReference struct {
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
}

// ResourceModel is a grade of nodes: those whose free resources are in the ranges.
type ResourceModel struct {
	Grade  uint64               `json:"grade"`
	Ranges []ResourceModelRange `json:"ranges"`
}

// ResourceModelRange is from Min, which is in it, to Max, which is not.
type ResourceModelRange struct {
	Name string            `json:"name"` // of the resource
	Min  quantity.Quantity `json:"min"`
	Max  quantity.Quantity `json:"max"`
}
