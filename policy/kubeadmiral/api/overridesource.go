package api

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/overridekit/overridekit/override"
)

// OverrideSource is an [OverridePolicy] or a [ClusterOverridePolicy], by pointer.
type OverrideSource interface {
	runtime.Object
	metav1.Object
	// Ref names the policy. The apiVersion and kind are those of the Go type.
	Ref() override.Ref
	// OverrideSpec is the part that both kinds have in common. It is not a copy.
	OverrideSpec() *OverrideSpec
}

var (
	_ OverrideSource = (*OverridePolicy)(nil)
	_ OverrideSource = (*ClusterOverridePolicy)(nil)
)

// Ref names the policy.
func (p *OverridePolicy) Ref() override.Ref {
	return override.Ref{APIVersion: apiVersion, Kind: "OverridePolicy", Namespace: p.Namespace, Name: p.Name}
}

// Ref names the policy.
func (p *ClusterOverridePolicy) Ref() override.Ref {
	return override.Ref{APIVersion: apiVersion, Kind: "ClusterOverridePolicy", Name: p.Name}
}

// OverrideSpec returns the spec of the policy, not a copy.
func (p *OverridePolicy) OverrideSpec() *OverrideSpec {
	return &p.Spec
}

// OverrideSpec returns the spec of the policy, not a copy.
func (p *ClusterOverridePolicy) OverrideSpec() *OverrideSpec {
	return &p.Spec
}
