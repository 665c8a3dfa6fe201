package override

import (
	"fmt"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// Input is what an overrider can read: the object as the step finds it, and the cluster. It is valid during the call only. The zero
// value has nothing to read.
type Input struct{ run *run }

// Get reads the value at p, and tells whether there is one; edits of the same call are seen. The value is shared with the
// caller's object and with policies: read it, never write it.
func (in Input) Get(p jsontree.Pointer) (any, bool) {
	if in.run == nil {
		return nil, false
	}
	return in.run.tree.Get(p)
}

// Object is the apiVersion, kind, namespace, name and labels of the object as the step finds it. Labels are shared: read
// them, never write them.
func (in Input) Object() selector.Object {
	if in.run == nil {
		return selector.Object{}
	}
	return in.run.identity()
}

// Cluster is the cluster that the object is for. Labels and zones are shared: read them, never write them. Asking makes
// the outcome this cluster's own, see [Selection.Variants].
func (in Input) Cluster() selector.Cluster {
	if in.run == nil {
		return selector.Cluster{}
	}
	if in.run.asked == 0 {
		in.run.asked = int(in.run.tier) + 1
	}
	return in.run.cluster
}

// ChangesSince is for a [Diverger] that looks at many places: the changes that were made since a step last asked about the topic in this
// search, and whether one has. Those of steps that have asked themselves are left out, since such a step speaks for what it does.
// The values are shared: read them, never write them.
func (in Input) ChangesSince(topic string) (changes []jsontree.Change, asked bool) {
	if in.run == nil || in.run.search == nil {
		return nil, false
	}
	return in.run.search.since(topic, in.run.step)
}

// maxTextRead is how many bytes of text the overriders of a run may have read when one more begins. An object that an API server stores
// is smaller than 2 MiB.
const maxTextRead = 32 << 20

// CountText is called by an overrider that is about to parse so many bytes of text at p. It fails when the overriders of this run have
// parsed 32 MiB before: many entries on one large text would take the product of both.
func (in Input) CountText(p jsontree.Pointer, bytes int) error {
	if in.run == nil {
		return nil
	}
	if in.run.textRead > maxTextRead {
		return &jsontree.ValueError{Pointer: p, Found: fmt.Sprintf("%d bytes of text read by the overriders so far", in.run.textRead),
			Expected: fmt.Sprintf("at most %d, with the operations on one text in one overrider", maxTextRead)}
	}
	in.run.textRead += bytes
	return nil
}
