package cluster

import (
	"cmp"
	"math"
	"slices"

	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/overridekit/overridekit/override/quantity"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// StandardModels returns the resource models that a cluster gets when it is created, as copies:
//
//  1. Without models, it gets nine grades. The minima of cpu are 0, 1, 2, 4 … 128, those of memory 0, 4, 16, 32, 64 … 1024 GiB. A maximum is the
//     next minimum.
//  2. Otherwise the models are sorted by grade.
//  3. The minima of the first model are 0, and the maxima of the last are the maximum of an int64.
//
// StandardModels ignores feature gates. Karmada applies rule 1 only if the gate CustomizedClusterResourceModeling is on.
func StandardModels(models []api.ResourceModel) []api.ResourceModel {
	if len(models) == 0 {
		return defaultModels()
	}
	models = (&api.Cluster{Spec: api.ClusterSpec{ResourceModels: models}}).DeepCopy().Spec.ResourceModels
	slices.SortStableFunc(models, func(a, b api.ResourceModel) int { return cmp.Compare(a.Grade, b.Grade) })
	first, last := models[0].Ranges, models[len(models)-1].Ranges
	for i := range first {
		first[i].Min.Quantity = *resource.NewQuantity(0, first[i].Min.Format)
	}
	for i := range last {
		last[i].Max.Quantity = *resource.NewQuantity(math.MaxInt64, last[i].Max.Format)
	}
	return models
}

func defaultModels() []api.ResourceModel {
	const gib = 1 << 30
	cpus := []int64{0, 1, 2, 4, 8, 16, 32, 64, 128, math.MaxInt64}
	memories := []int64{0, 4 * gib, 16 * gib, 32 * gib, 64 * gib, 128 * gib, 256 * gib, 512 * gib, 1024 * gib, math.MaxInt64}
	bound := func(v int64, format resource.Format) quantity.Quantity {
		return quantity.Quantity{Quantity: *resource.NewQuantity(v, format)}
	}
	models := make([]api.ResourceModel, len(cpus)-1)
	for i := range models {
		models[i] = api.ResourceModel{Grade: uint64(i), Ranges: []api.ResourceModelRange{
			{Name: cpu, Min: bound(cpus[i], resource.DecimalSI), Max: bound(cpus[i+1], resource.DecimalSI)},
			{Name: memory, Min: bound(memories[i], resource.BinarySI), Max: bound(memories[i+1], resource.BinarySI)},
		}}
	}
	return models
}
