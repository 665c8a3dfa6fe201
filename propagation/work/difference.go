package work

import (
	"cmp"
	"slices"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Difference is a place where an object in a member cluster differs from what an update sends, see [Retain].
//
//  1. A value that both have must be equal: numbers by value, quantities as quantities, data in base64 by its bytes, lists element by
//     element. Lists of different lengths differ as a whole, but a Pod that has been applied may have more elements at the end. Quantities
//     are recognized by the names of fields: requests and limits in every kind, others in the kinds of Kubernetes.
//  2. A value that only the update has is drift. Once the manifest has been applied, null, false, 0, empty values and maps of such values
//     are not: API servers drop them. They keep them in a map with user-chosen keys, in the schema of a CRD, and in a list of fields that
//     are pointers in the API of Kubernetes, such as automountServiceAccountToken. An empty map also counts if the cluster has another field with an object instead,
//     such as hostPath instead of emptyDir.
//  3. A value that only the cluster has belongs to the cluster, because API servers and admission set defaults. It is drift in a map with
//     user-chosen keys, in a list of fields of Kubernetes that have no default, such as rules, subjects, env or hostNetwork, and as long as
//     the manifest has not been applied, because an earlier one may have had it. The caBundle of webhooks and CRDs, and what cannot change
//     in a PersistentVolumeClaim, always belong to the cluster.
//  4. The maps with user-chosen keys are data and binaryData of ConfigMaps and Secrets, labels and annotations of metadata, and in the kinds
//     of Kubernetes matchLabels, nodeSelector, the selector of a Service and the limits of a ResourceQuota. A missing map is an empty one,
//     and a null value an empty string.
//  5. stringData of a Secret is compared with its data. In a manifest that has been applied, an empty string is the same as a default.
//  6. The apiVersion is not compared. In the metadata, only labels and annotations are compared. The status and ttlSecondsAfterFinished of a Job are not, see [Prune], and
//     neither are the rules of a ClusterRole with an aggregationRule.
//  7. All differences below level 64 of an object are one at that level.
type Difference struct {
	Pointer jsontree.Pointer `json:"pointer"`
	Kind    DifferenceKind   `json:"kind"`
}

// DifferenceKind is the kind of a difference.
type DifferenceKind string

// The kinds of differences. The first four are drift. The last two are fields that the cluster owns, and no reason for an update.
const (
	DriftChanged   DifferenceKind = "Changed"   // the cluster has another value
	DriftMissing   DifferenceKind = "Missing"   // the cluster lacks a value
	DriftAdded     DifferenceKind = "Added"     // the cluster has a value that the manifest lacks, and that is not a default
	DriftUnapplied DifferenceKind = "Unapplied" // the cluster has a value that the manifest lacks, and an earlier manifest may have had it
	OwnedDefaulted DifferenceKind = "Defaulted" // only the cluster has a value; an update does not send it, and the API server sets its default
	OwnedRetained  DifferenceKind = "Retained"  // an update sends the value of the cluster, see [Retain]
)

// maxLevels limits the length of the pointers of differences, because each is a copy.
const maxLevels = 64

// addDifference adds a difference to a list. Those at a place below the limit become one.
func addDifference(list []Difference, at jsontree.Pointer, kind DifferenceKind) []Difference {
	if len(at) > maxLevels {
		if at = at[:maxLevels]; len(list) > 0 && list[len(list)-1].Pointer.Equal(at) {
			return list
		}
		if kind == DriftMissing || kind == DriftAdded || kind == DriftUnapplied {
			kind = DriftChanged
		}
	}
	return append(list, Difference{slices.Clone(at), kind})
}

func sortDifferences(list []Difference) {
	slices.SortFunc(list, func(a, b Difference) int {
		return cmp.Or(slices.Compare(a.Pointer, b.Pointer), cmp.Compare(a.Kind, b.Kind))
	})
}
