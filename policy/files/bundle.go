package files

import (
	"errors"
	"fmt"
	"sync"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
)

// Bundle is the merged content of several files, with positions; a copy shares them. Each kind is in the order of the files. A Bundle is safe for
// concurrent use as long as its fields are not written.
type Bundle struct {
	policy.Bundle
	places *places // nil: unknown
}

// places knows where everything in a bundle is.
type places struct {
	before *places // of the bundle that was copied; nil without
	files  map[override.Ref]*Source
	as     map[override.Ref]override.Ref // the names in their files, of objects that have another one now

	mu    sync.Mutex
	known map[override.Origin]Place // a position costs as much as parsing the document
}

func newPlaces() *places {
	return &places{files: map[override.Ref]*Source{}, as: map[override.Ref]override.Ref{}, known: map[override.Origin]Place{}}
}

// Place returns where a field of a policy, an object, a binding or a Work is. The empty path is the whole document or item of a list, and the only
// path of a cluster, see [ClusterRef]. [policy.Bundle.Position] has the rules for other paths. The place is zero if the name is not known. Among
// objects with the same name, it is that of the first.
func (b *Bundle) Place(of override.Ref, path string) Place {
	if b.places == nil {
		return Place{}
	}
	key := override.Origin{Policy: of, At: path}
	b.places.mu.Lock()
	defer b.places.mu.Unlock()
	place, known := b.places.known[key]
	if !known {
		place = b.places.find(of, path)
		b.places.known[key] = place
	}
	return place
}

func (p *places) find(of override.Ref, path string) Place {
	for ; p != nil; p = p.before {
		source := p.files[of]
		if source == nil {
			continue
		}
		if as, renamed := p.as[of]; renamed {
			of = as
		}
		return source.place(of, path)
	}
	return Place{}
}

// file returns the file of a name, or nil.
func (p *places) file(of override.Ref) *Source {
	for ; p != nil; p = p.before {
		if source := p.files[of]; source != nil {
			return source
		}
	}
	return nil
}

// place returns where a field is in the file.
func (s *Source) place(of override.Ref, path string) Place {
	at := s.bundle.Position(of, path)
	return Place{s.file.title(), at.Document, at.Line}
}

// Where returns [Place.Prefix] of the place of a field. With its colon and space it begins a message: b.Where(of, path) + "expected a number" is
// "web.yaml:12: expected a number". It is empty if the place is not known. For the place alone, use [Bundle.Place].
func (b *Bundle) Where(of override.Ref, path string) string { return b.Place(of, path).Prefix() }

// Placed adds the file and the line of the policy's field to an error that wraps an [*override.Error]. It returns any other error,
// and an error whose place is not known, as it is.
func (b *Bundle) Placed(err error) error {
	var failed *override.Error
	if !errors.As(err, &failed) {
		return err
	}
	where := b.Where(failed.Policy, failed.At)
	if where == "" {
		return err
	}
	return fmt.Errorf("%s%w", where, err)
}

// applyScopes removes the namespace that was assumed for objects whose definition is in another file. Their places stay known.
func (b *Bundle) applyScopes() {
	before := make([]override.Ref, len(b.Objects))
	for i, o := range b.Objects {
		before[i] = override.RefOf(o)
	}
	b.ApplyScopes(policy.ScopesOf(b.Objects...))
	for i, o := range b.Objects {
		if now := override.RefOf(o); now != before[i] && b.places.file(now) == nil {
			b.places.files[now], b.places.as[now] = b.places.file(before[i]), before[i]
		}
	}
}
