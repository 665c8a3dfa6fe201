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

// ClusterList is a list of clusters, as an API server returns it.
type ClusterList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Cluster `json:"items"`
}

// Ref names the cluster.
func (c *Cluster) Ref() override.Ref {
	return override.Ref{APIVersion: clusterAPIVersion, Kind: "Cluster", Name: c.Name}
}

// ClusterSpec has the location and the endpoint of a cluster, and the settings of its owner. Only Zones is used; an API server
// moves the older Zone there.
type ClusterSpec struct {
	ID          string          `json:"id,omitempty"`
	SyncMode    ClusterSyncMode `json:"syncMode,omitempty"`
	APIEndpoint string          `json:"apiEndpoint,omitempty"`

	// SecretRef and ImpersonatorSecretRef name Secrets of the control plane; this module does not read them.
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

// ClusterSyncMode is who applies objects in a cluster.
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

// ResourceModel is a grade of nodes: the nodes whose free resources are in the ranges.
type ResourceModel struct {
	Grade  uint64               `json:"grade"`
	Ranges []ResourceModelRange `json:"ranges"`
}

// ResourceModelRange includes Min and excludes Max.
type ResourceModelRange struct {
	Name string            `json:"name"` // of the resource
	Min  quantity.Quantity `json:"min"`
	Max  quantity.Quantity `json:"max"`
}
