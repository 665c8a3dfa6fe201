package suite

import (
	"encoding/binary"
	"slices"
	"sync"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/files"
)

// base is what cases that read the same files have in common. It is merged once, by the first of them.
type base struct {
	entries   []*entry
	namespace string

	once     sync.Once
	failures []Failure // files that cannot be read
	sources  []*files.Source
	names    names
	first    map[override.Ref]*files.Source // by the names of what they define
	repeated bool                           // two files define the same
	bundle   *files.Bundle
	set      *override.Set
	policies *policyList
}

// baseOf returns the base of a case, which reads two lists of files.
func (s *Suite) baseOf(common, read []*entry, namespace string) *base {
	key := append([]byte(namespace), 0)
	for _, list := range [][]*entry{common, read} {
		for _, e := range list {
			key = binary.LittleEndian.AppendUint32(key, e.number)
		}
	}
	b := s.bases[string(key)]
	if b == nil {
		b = &base{entries: union(common, read), namespace: namespace}
		s.bases[string(key)] = b
	}
	return b
}

// load reads and merges the files.
func (b *base) load() *base {
	b.once.Do(func() {
		for _, e := range b.entries {
			source, _ := e.read(b.namespace)
			for _, err := range e.readWhole(b.namespace) {
				b.failures = append(b.failures, asFailure(err))
			}
			b.sources = append(b.sources, source)
		}
		if len(b.failures) > 0 {
			return
		}
		b.names, b.first = newNames(b.sources...), map[override.Ref]*files.Source{}
		b.repeated = len(b.names.twice(b.first, b.sources)) > 0
		b.bundle, _ = files.Merge(b.sources...) // the errors are known
		b.set = override.NewSet(b.bundle.Policies...)
		in := &input{Bundle: b.bundle, set: b.set}
		b.policies = in.placed(b.entries, &Case{base: b})
	})
	return b
}

// fits reports whether sources add to the base without changing it.
func (b *base) fits(own []*files.Source) bool {
	return !b.repeated && !slices.ContainsFunc(own, definesKinds)
}

// maxAdded is the number of policies up to which it is cheaper to add them to a set than to build a new one.
const maxAdded = 10

// merge adds the own sources of a case, which fit.
func (b *base) merge(in *input, own []*files.Source, r *Report) {
	if len(own) == 0 {
		in.Bundle, in.set = b.bundle, b.set
		return
	}
	first := map[override.Ref]*files.Source{}
	for _, s := range own {
		for _, name := range b.names.in(s) {
			if before := b.first[name.Ref]; before != nil {
				first[name.Ref] = before
			}
		}
	}
	r.Failures = append(r.Failures, b.names.twice(first, own)...)
	in.Bundle, _ = b.bundle.With(own...) // the errors are known
	added := in.Policies[len(b.bundle.Policies):]
	if len(added) > maxAdded {
		in.set = override.NewSet(in.Policies...)
		return
	}
	in.set = b.set
	for _, p := range added {
		in.set = in.set.With(p)
	}
}
