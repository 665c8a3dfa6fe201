package lint

import (
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// rule is a rule of a policy, as it is written.
type rule struct {
	at       jsontree.Pointer // in the policy
	clusters selector.ClusterSelector
	named    []written // the names of clusters
	steps    []*step
}

// step is an entry of an overrider, as it is written.
type step struct {
	at         jsontree.Pointer // in the policy
	what       stepKind
	operator   string
	path       written   // the JSON pointer to the place in the object that it changes; zero without one
	inText     []written // JSON pointers in the document that is in a string
	containers []written // names of containers
	value      []byte    // JSON, of a patch; empty without one
	image      bool      // it overrides images, and not their digests in particular
	upsert     bool      // replace also writes an absent key, as in KubeAdmiral

	parsed *parsed // see target

	asked bool  // see questions
	asks  []int // its result
	seen  facts
}

// parsed is the result of [step.target].
type parsed struct {
	at jsontree.Pointer
	ok bool
}

type stepKind int

const (
	otherStep    stepKind = iota
	workloadStep          // an overrider of containers that finds the pod spec itself
	mapStep               // labels or annotations
	fieldStep             // the document in a string
	patchStep
)

// written is a string of a policy. The zero value is an absent field.
type written struct {
	at   jsontree.Pointer
	text string
}

func (w written) exists() bool { return w.at != nil }

// pointers returns all JSON pointers of the step.
func (s *step) pointers() []written {
	if !s.path.exists() {
		return s.inText
	}
	return append([]written{s.path}, s.inText...)
}

// target returns the parsed path of the step, and false if it has none or an invalid one.
func (s *step) target() (jsontree.Pointer, bool) {
	if s.parsed == nil && s.path.exists() {
		at, err := jsontree.Parse(s.path.text)
		s.parsed = &parsed{at, err == nil}
	}
	if s.parsed == nil {
		return nil, false
	}
	return s.parsed.at, s.parsed.ok
}

// field returns the name of the overrider that contains the step.
func (s *step) field() string {
	if len(s.at) < 2 {
		return ""
	}
	return s.at[len(s.at)-2]
}

// adds reports whether the step is an add operation of a JSON patch.
func (s *step) adds() bool { return s.what == patchStep && s.operator == "add" }

// upserts reports whether the step is an operation of a JSON patch that writes a key which may be absent.
func (s *step) upserts() bool {
	return s.adds() || s.what == patchStep && s.upsert && (s.operator == "replace" || s.operator == "")
}

// texts returns the strings of a list in the policy.
func texts(at jsontree.Pointer, list []string) []written {
	all := make([]written, len(list))
	for i, text := range list {
		all[i] = written{at.Index(i), text}
	}
	return all
}
