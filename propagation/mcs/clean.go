package mcs

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// CleanSlice removes a source from a Work with a collected EndpointSlice: the slice, its Service, or the ServiceExport or
// MultiClusterService is gone. It returns the Work as it must be stored, or nil if the Work must be deleted.
//
//  1. If it has no other source, the Work is deleted. Its finalizers keep it until [ImportSlice] or [DispatchSlice] has cleaned up.
//  2. Otherwise it stays for the other source, without the labels that name the Service for this one.
//  3. A Work with labels whose list of sources is absent or empty counts as having another source, so it is never deleted.
//
// A Work without any labels is an error. The result shares no memory with w.
func CleanSlice(w *api.Work, source Source) (*api.Work, error) {
	if err := source.check(); err != nil {
		return nil, err
	}
	if w == nil {
		return nil, errors.New("found no Work, expected one")
	}
	if len(w.Labels) == 0 {
		return nil, fmt.Errorf("%s has no labels, expected %s", w.Ref(), api.CollectedByLabel)
	}
	left := slices.DeleteFunc(sourcesOf(w), func(s string) bool { return s == string(source) })
	if len(left) == 0 {
		return nil, nil
	}
	if err := content.CheckWork(w); err != nil {
		return nil, err
	}
	kept := w.DeepCopy()
	namespaceLabel, nameLabel := source.labels()
	delete(kept.Labels, namespaceLabel)
	delete(kept.Labels, nameLabel)
	kept.Labels[api.CollectedByLabel] = strings.Join(left, ".")
	return kept, nil
}
