package override

import (
	"fmt"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// Input is the input of an overrider: the current object and the cluster. It is valid during the call only. The zero value is empty.
type Input struct{ run *run }

// Get returns the value at p and reports whether it exists. It sees the edits of the same call. The value is shared with the
// caller's object and with policies: do not write it.
func (in Input) Get(p jsontree.Pointer) (any, bool) {
	if in.run == nil {
		return nil, false
	}
	return in.run.tree.Get(p)
}

// Object returns the apiVersion, kind, namespace, name and labels of the current object. The labels are shared: do not write them.
func (in Input) Object() selector.Object {
	if in.run == nil {
		return selector.Object{}
	}
	return in.run.identity()
}

// Cluster returns the cluster of the run. Labels and zones are shared: do not write them. If a step calls Cluster, the cluster gets
// its own variant, see [Selection.Variants].
func (in Input) Cluster() selector.Cluster {
	if in.run == nil {
		return selector.Cluster{}
	}
	if in.run.clusterRead == 0 {
		in.run.clusterRead = int(in.run.tier) + 1
	}
	return in.run.cluster
}

// ChangesSince is for a [Diverger] or [Imitator] that checks many places. It returns the changes since a step last called it with this topic, and
// false on the first call. It leaves out the changes of steps that have called it, because these report their own divergences. The
// values are shared: do not write them.
func (in Input) ChangesSince(topic string) (changes []jsontree.Change, asked bool) {
	switch {
	case in.run == nil:
		return nil, false
	case in.run.imitation != nil:
		s := &in.run.imitation.search
		s.changes, s.done = in.run.changes, len(in.run.changes)
		return s.since(topic, in.run.step)
	case in.run.search == nil:
		return nil, false
	}
	return in.run.search.since(topic, in.run.step)
}

// maxTextRead limits the bytes of embedded documents that the overriders of a run may have parsed before the next one. An object in an
// API server is smaller than 2 MiB.
const maxTextRead = 32 << 20

// CountText must be called by an overrider before it parses the embedded document at p. It returns an error once the overriders of
// this run have parsed more than 32 MiB: the cost of many overriders on one large document is the product of both.
func (in Input) CountText(p jsontree.Pointer, bytes int) error {
	if in.run == nil {
		return nil
	}
	if in.run.textRead > maxTextRead {
		return &jsontree.ValueError{Pointer: p, Found: fmt.Sprintf("%d bytes of embedded documents parsed so far", in.run.textRead),
			Expected: fmt.Sprintf("at most %d (put the operations on one document into one overrider)", maxTextRead)}
	}
	in.run.textRead += bytes
	return nil
}
