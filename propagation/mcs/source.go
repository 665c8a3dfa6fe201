package mcs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// A Source is the reason that the EndpointSlices of a Service are collected from a cluster. A Work may have both sources: its label
// endpointslice.karmada.io/managed-by lists them, joined by dots.
type Source string

// The sources.
const (
	SourceServiceExport       Source = "ServiceExport"
	SourceMultiClusterService Source = "MultiClusterService"
)

// check returns an error for an unknown source.
func (s Source) check() error {
	if s != SourceServiceExport && s != SourceMultiClusterService {
		return fmt.Errorf("found the source %q, expected %s or %s", string(s), SourceServiceExport, SourceMultiClusterService)
	}
	return nil
}

// labels returns the keys of the labels that name the Service in a Work.
func (s Source) labels() (namespace, name string) {
	if s == SourceMultiClusterService {
		return api.MultiClusterServiceNamespaceLabel, api.MultiClusterServiceNameLabel
	}
	return api.ServiceNamespaceLabel, api.ServiceNameLabel
}

// finalizer is that of the controller that reads the Work.
func (s Source) finalizer() string {
	if s == SourceMultiClusterService {
		return api.DispatchFinalizer
	}
	return api.EndpointSliceFinalizer
}

// sourcesOf returns the sources of a Work, sorted. A label that is absent or empty is one empty source, as in Karmada.
func sourcesOf(w *api.Work) []string {
	sources := strings.Split(w.Labels[api.CollectedByLabel], ".")
	slices.Sort(sources)
	return slices.Compact(sources)
}

// withSource returns sources with one added, as a label.
func withSource(sources []string, s Source) string {
	all := append(slices.Clone(sources), string(s))
	slices.Sort(all)
	return strings.Join(slices.Compact(all), ".")
}
