package template

import (
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/work"
)

// storedWorks is the stored Works of one binding or namespace that are not deleted.
type storedWorks struct {
	all     []*api.Work
	deleted []work.Orphan
	by      map[override.Ref]*api.Work // made by named
}

// staying returns the Works that are not deleted. The list is not written.
func staying(works []*api.Work, deleted []work.Orphan) storedWorks {
	s := storedWorks{all: works, deleted: deleted}
	leaves := func(w *api.Work) bool { return w == nil || s.deletes(w.Ref()) }
	if slices.ContainsFunc(works, leaves) {
		s.all = slices.DeleteFunc(slices.Clone(works), leaves)
	}
	return s
}

// deletes reports whether a Work is deleted. The deleted ones are sorted.
func (s *storedWorks) deletes(ref override.Ref) bool {
	if len(s.deleted) == 0 {
		return false
	}
	_, found := slices.BinarySearchFunc(s.deleted, ref, func(o work.Orphan, ref override.Ref) int { return content.CompareRefs(o.Work, ref) })
	return found
}

// named returns the Work with a reference, or nil. Among Works with the same reference, the last counts.
func (s *storedWorks) named(ref override.Ref) *api.Work {
	if s.by == nil && len(s.all) > 0 {
		s.by = make(map[override.Ref]*api.Work, len(s.all))
		for _, w := range s.all {
			s.by[w.Ref()] = w
		}
	}
	return s.by[ref]
}

func isDeleting(w *api.Work) bool { return w.DeletionTimestamp != nil }
