package thirdparty

import (
	"slices"

	"github.com/overridekit/overridekit/interpreter"
)

// fluxKind is a kind of Flux. The statuses of its objects are aggregated by generation, with merged conditions.
type fluxKind struct {
	apiVersion, kind string
	ready            []string // the reasons of a condition Ready that make an object healthy
	report           []string // what is reported, besides the conditions and the generations
	noObserved       bool     // observedGeneration is not reported
	aggregation      fluxAggregation
	needs            func(*run, any) []interpreter.Dependency
}

const (
	releaseRevision = "lastReleaseRevision"
	sourceV1        = "source.toolkit.fluxcd.io/v1"
	sourceV1beta2   = "source.toolkit.fluxcd.io/v1beta2"
)

// flux returns the kinds of Flux.
func flux() []definition {
	var all []definition
	for _, k := range []fluxKind{kustomization(), helmRelease(), gitRepository(), bucket(), helmChart(), helmRepository(), ociRepository()} {
		all = append(all, definition{
			apiVersion: k.apiVersion, kind: k.kind,
			retain: retainSuspend, status: k.reportStatus, aggregate: k.aggregation.aggregate, health: k.isHealthy, dependencies: k.needs,
		})
	}
	return all
}

func kustomization() fluxKind {
	revisions := []string{"lastAppliedRevision", "lastAttemptedRevision"}
	return fluxKind{
		apiVersion: "kustomize.toolkit.fluxcd.io/v1", kind: "Kustomization",
		ready: []string{"ReconciliationSucceeded"}, report: revisions,
		aggregation: fluxAggregation{kept: revisions, zeros: empty(revisions...)},
		needs:       kustomizationNeeds,
	}
}

func helmRelease() fluxKind {
	texts := []string{"lastAttemptedRevision", "lastAppliedRevision", "lastAttemptedValuesChecksum", "helmChart"}
	failures := []string{"failures", "upgradeFailures", "installFailures"}
	zeros := empty(append(texts, releaseRevision)...)
	for _, counter := range failures {
		zeros[counter] = 0.0
	}
	return fluxKind{
		apiVersion: "helm.toolkit.fluxcd.io/v2beta1", kind: "HelmRelease",
		ready: []string{"ReconciliationSucceeded"}, report: slices.Concat(texts, failures, []string{releaseRevision}),
		aggregation: fluxAggregation{kept: append(texts, releaseRevision), empties: []string{releaseRevision}, added: failures, zeros: zeros},
		needs:       helmReleaseNeeds,
	}
}

func gitRepository() fluxKind {
	return fluxKind{
		apiVersion: sourceV1, kind: "GitRepository",
		ready: []string{"Succeeded"}, report: []string{"artifact", "observedIgnore", "observedRecurseSubmodules"},
		aggregation: fluxAggregation{replaced: []string{"artifact"}, empties: []string{"artifact"}},
		needs:       secretNeeds([]string{"secretRef"}, []string{"verify", "secretRef"}),
	}
}

func bucket() fluxKind {
	return fluxKind{
		apiVersion: sourceV1beta2, kind: "Bucket",
		ready: []string{"Succeeded"}, report: []string{"artifact", "observedIgnore", "url"},
		aggregation: fluxAggregation{replaced: []string{"artifact"}, texts: []string{"url"}, zeros: empty("url")},
		needs:       secretNeeds([]string{"secretRef"}),
	}
}

func helmChart() fluxKind {
	texts := []string{"observedChartName", "observedSourceArtifactRevision", "url"}
	return fluxKind{
		apiVersion: sourceV1beta2, kind: "HelmChart",
		ready: []string{"Succeeded", "ChartPullSucceeded"}, report: append(texts, "artifact"), noObserved: true,
		aggregation: fluxAggregation{texts: append(texts, "artifact"), zeros: empty(texts...)},
		needs:       secretNeeds([]string{"verify", "secretRef"}),
	}
}

func helmRepository() fluxKind {
	return fluxKind{
		apiVersion: sourceV1beta2, kind: "HelmRepository",
		ready: []string{"Succeeded"}, report: []string{"artifact", "url"},
		aggregation: fluxAggregation{replaced: []string{"artifact"}, texts: []string{"url"}, zeros: empty("url")},
		needs:       secretNeeds([]string{"secretRef"}),
	}
}

func ociRepository() fluxKind {
	return fluxKind{
		apiVersion: sourceV1beta2, kind: "OCIRepository",
		ready: []string{"Succeeded"}, report: []string{"artifact", "url", "observedIgnore", "observedLayerSelector"},
		aggregation: fluxAggregation{replaced: []string{"artifact"}, texts: []string{"url"}, zeros: empty("url")},
		needs:       ociRepositoryNeeds,
	}
}

// empty returns members with these names that are empty strings.
func empty(names ...string) map[string]any {
	all := make(map[string]any, len(names))
	for _, name := range names {
		all[name] = ""
	}
	return all
}
