package lint

import (
	"errors"
	"strings"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada"
)

// facts is what a step did to the objects of the inventory.
type facts struct {
	ran, changed, failed int           // objects, each once for each group of clusters with the same rules
	upToDate             int           // the objects that already had the values
	writer               override.Ref  // the first policy that had written the values
	reason               string        // why it changed nothing, if the object did not already have the values
	byKind               map[kind]bool // whether an object of the kind was changed or up to date
	changes              map[kind]bool // kinds with an object that it changed
	kinds                []kind        // in the order of their first occurrence

	met      override.Ref     // the first object
	failure  *override.Error  // the first one; it has its object
	parent   jsontree.Pointer // missing in the object of such a failure
	orphaned int              // failures because of a missing parent
	slash    int              // tokens before the key with a slash in the object of such a failure; 0: no such key
	loses    string           // the place where an add first removed entries
	losing   override.Ref     // its object
	unpins   string           // the place of the first image that lost its digest
	unpinned override.Ref     // its object
	creates  bool             // an add created what was not there
	names    map[string]bool  // of containers, in objects on which the step ran
	others   map[string]bool  // names of containers there, the first ones
	pods     bool             // some object had containers
	places   map[int]place    // what objects have on the path of the step, by the number of tokens, see step.questions

	misfits     map[Code]*misfit      // the first of each code
	divergences map[string]divergence // the first of each code
	diverged    []string              // codes, in the order of their first occurrence
}

// divergence is a divergence and the object that has it.
type divergence struct {
	override.Divergence
	object override.Ref
}

// meet records that the step ran on an object.
func (f *facts) meet(o *object) {
	if f.ran+f.failed == 0 {
		f.met = o.ref
	}
	if f.byKind == nil {
		f.byKind, f.changes = map[kind]bool{}, map[kind]bool{}
	}
	if _, known := f.byKind[o.kind]; !known {
		f.byKind[o.kind] = false
		f.kinds = append(f.kinds, o.kind)
	}
}

// meetContainers records the names of containers that the step may be about.
func (f *facts) meetContainers(o *object, wanted []written) {
	if len(wanted) == 0 {
		return
	}
	o.readContainers()
	f.pods = f.pods || len(o.containers) > 0
	if f.names == nil {
		f.names, f.others = map[string]bool{}, map[string]bool{}
	}
	for _, name := range o.containers {
		if len(f.others) == maxNeighbours {
			break
		}
		f.others[name] = true
	}
	for _, w := range wanted {
		if o.has[w.text] {
			f.names[w.text] = true
		}
	}
}

// meetUnreached records the names of containers for a step that would have run on the object without an earlier failure.
func (f *facts) meetUnreached(o *object, wanted []written) {
	if f.met == (override.Ref{}) {
		f.met = o.ref
	}
	f.meetContainers(o, wanted)
}

// done records the outcome on an object: whether the step changed it, or found its values there.
func (f *facts) done(o *object, changed, same bool) {
	f.ran++
	switch {
	case changed:
		f.changed++
		f.byKind[o.kind], f.changes[o.kind] = true, true
	case same:
		f.upToDate++
		f.byKind[o.kind] = true
	}
}

// skip records why the step did not do something.
func (f *facts) skip(reason string) {
	if f.reason == "" && reason != override.UpToDate {
		f.reason = reason
	}
}

// fail records a failure.
func (f *facts) fail(o *object, err *override.Error, s *step) {
	f.failed++
	if f.failure == nil {
		f.failure = err
	}
	if s == nil {
		return
	}
	if f.slash == 0 {
		f.slash = s.joinedKey(o, err)
	}
	if at, lacks := s.missingParent(o, err); lacks {
		if f.orphaned++; f.orphaned == 1 {
			f.parent = at
		} else if !at.Equal(f.parent) {
			f.parent = nil
		}
	}
}

// missingParent returns the outermost field on the path of an operation that writes, if the object does not have it or it is null, and the
// operation failed for that reason.
func (s *step) missingParent(o *object, err *override.Error) (jsontree.Pointer, bool) {
	at, ok := s.target()
	var edit *jsontree.Error
	if !ok || !s.upserts() || !errors.As(err, &edit) || len(edit.Where) >= len(at) {
		return nil, false
	}
	switch v, _ := jsontree.Get(o.content, edit.Where); v := v.(type) {
	case nil:
		return edit.Where, len(edit.Where) > 0
	case map[string]any:
		_, exists := v[at[len(edit.Where)]]
		return at[:len(edit.Where)+1], !exists
	}
	return nil, false
}

// joinedKey returns the number of tokens before those that, joined with slashes, are a key that the object has where the step did not find its
// path, or 0.
func (s *step) joinedKey(o *object, err *override.Error) int {
	at, ok := s.target()
	var edit *jsontree.Error
	if !ok || !errors.As(err, &edit) || len(edit.Where) == 0 || len(edit.Where)+2 > len(at) || !at.HasPrefix(edit.Where) {
		return 0
	}
	v, _ := jsontree.Get(o.content, edit.Where)
	m, _ := v.(map[string]any)
	if _, has := m[strings.Join(at[len(edit.Where):], "/")]; !has {
		return 0
	}
	return len(edit.Where)
}

// diverge records a divergence. One of values replaces one of formatting only.
func (f *facts) diverge(o *object, d override.Divergence) {
	if known, again := f.divergences[d.Code]; again {
		if onlyFormats(known.Divergence) && !onlyFormats(d) {
			f.divergences[d.Code] = divergence{d, o.ref}
		}
		return
	}
	if f.divergences == nil {
		f.divergences = map[string]divergence{}
	}
	f.divergences[d.Code] = divergence{d, o.ref}
	f.diverged = append(f.diverged, d.Code)
}

// onlyFormats reports whether both results have the same values.
func onlyFormats(d override.Divergence) bool {
	return d.Code == karmada.CodeRewrittenJSON && d.Upstream == karmada.ReformattedJSON
}

// change records whether an add removed entries or created a value, and whether an image lost its digest.
func (f *facts) change(o *object, s *step, c *override.Change) {
	if s.image && f.unpins == "" && losesDigest(c) {
		f.unpins, f.unpinned = c.Pointer.String(), o.ref
	}
	if !s.adds() {
		return
	}
	f.creates = f.creates || c.Op == jsontree.Add
	if f.loses == "" && loses(c) {
		f.loses, f.losing = c.Pointer.String(), o.ref
	}
}
