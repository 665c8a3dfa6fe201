package dialect

import (
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// workloads has the Go types that other systems convert a workload to, by its kind.
var workloads = map[string]schema.GroupVersionKind{
	"Pod":         {Version: "v1", Kind: "Pod"},
	"Deployment":  {Group: "apps", Version: "v1", Kind: "Deployment"},
	"ReplicaSet":  {Group: "apps", Version: "v1", Kind: "ReplicaSet"},
	"DaemonSet":   {Group: "apps", Version: "v1", Kind: "DaemonSet"},
	"StatefulSet": {Group: "apps", Version: "v1", Kind: "StatefulSet"},
	"Job":         {Group: "batch", Version: "v1", Kind: "Job"},
	"CronJob":     {Group: "batch", Version: "v1", Kind: "CronJob"},
}

// maxFollowed limits the changes with wrong values that are followed to where the values are now: each is followed through all later changes. If there
// are more, the whole workload is checked again.
const maxFollowed = 32

// DivergeFromType finds the values in a workload that do not convert to its Go type, at any depth, so that upstream fails, and reports each by code. The
// first step that asks about a topic checks the whole workload. Each later step checks only what has changed since: upstream has failed on the rest
// before.
func DivergeFromType(in override.Input, out *override.Edits, topic, code string) {
	name := in.Object().Kind
	kind, known := workloads[name]
	if !known {
		return
	}
	s := typeSearch{in: in, out: out, code: code, kind: kind, seen: map[string]bool{}}
	changes, asked := in.ChangesSince(topic + " " + name)
	if !asked {
		s.check(nil)
		return
	}
	var wrong []int
	for i, c := range changes {
		for range native.Misfits(kind, c.Pointer, c.New) {
			wrong = append(wrong, i)
			break
		}
	}
	if len(wrong) > maxFollowed {
		s.check(nil)
		return
	}
	for _, i := range wrong {
		if at, left := follow(changes[i].Pointer, changes[i+1:]); left {
			s.check(at)
		}
	}
}

// follow returns where a value is after changes, and false if one has removed or replaced it.
func follow(at jsontree.Pointer, changes []jsontree.Change) (jsontree.Pointer, bool) {
	left := true
	for i := range changes {
		if at, left = changes[i].Follow(at); !left {
			break
		}
	}
	return at, left
}

// typeSearch is a search for values of a wrong type.
type typeSearch struct {
	in   override.Input
	out  *override.Edits
	code string
	kind schema.GroupVersionKind
	seen map[string]bool // places that were reported
}

// check reports the wrong values at a place and in it.
func (s *typeSearch) check(at jsontree.Pointer) {
	v, _ := s.in.Get(at)
	for place, value := range native.Misfits(s.kind, at, v) {
		key := place.String()
		if s.seen[key] {
			continue
		}
		s.seen[key] = true
		found := jsontree.Describe(value)
		if s.in.Hidden(place) {
			found = jsontree.DescribeHidden(value)
		}
		s.out.Diverge(s.code, place, "fails: "+found+" has the wrong type", "only the fields that the override needs are read")
	}
}
