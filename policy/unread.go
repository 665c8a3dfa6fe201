package policy

import (
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

// unreadGroups are the API groups of the control planes of Karmada, as its resource detector skips them.
var unreadGroups = map[string]bool{
	"apps.karmada.io": true, "autoscaling.karmada.io": true, "cluster.karmada.io": true, "config.karmada.io": true, "networking.karmada.io": true,
	"policy.karmada.io": true, "remedy.karmada.io": true, "work.karmada.io": true,
}

// unreadProjects are the projects all of whose API groups are of a control plane.
var unreadProjects = []string{"kubeadmiral.io", "kubernetes-fleet.io", "clusternet.io"}

// IsControlPlane reports whether a kind is of a control plane for several clusters: Karmada, KubeAdmiral, KubeFleet or Clusternet. Its objects tell
// the control plane what to do, so no cluster gets them. It does not matter whether this module reads the kind.
func IsControlPlane(kind schema.GroupKind) bool {
	if unreadGroups[kind.Group] {
		return true
	}
	for _, project := range unreadProjects {
		if kind.Group == project || strings.HasSuffix(kind.Group, "."+project) {
			return true
		}
	}
	return false
}
