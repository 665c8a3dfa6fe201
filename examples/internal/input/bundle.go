package input

import (
	"errors"
	"fmt"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
)

// Bundle is what was read, and where.
type Bundle struct {
	policy.Bundle
	files map[override.Ref]*source
	as    map[override.Ref]override.Ref // the names in their files, of objects that have another one now
	known map[override.Origin]string    // see Where
}

// source is a file.
type source struct {
	name   string
	bundle *policy.Bundle
}

// Where returns the file and the line of a field of a policy or of an object, for the begin of a message: "web.yaml:12: ". It is empty if they are not
// known.
func (b *Bundle) Where(of override.Ref, path string) string {
	origin := override.Origin{Policy: of, At: path}
	where, known := b.known[origin]
	if !known { // a position costs as much as parsing the document
		where = Place(b.Place(of, path))
		b.known[origin] = where
	}
	return where
}

// Place returns the file of a policy or of an object, and the position of a field in it. They are zero if they are not known.
func (b *Bundle) Place(of override.Ref, path string) (file string, at policy.Position) {
	source := b.files[of]
	if source == nil {
		return "", policy.Position{}
	}
	if as, renamed := b.as[of]; renamed {
		of = as
	}
	return source.name, source.bundle.Position(of, path)
}

// Place returns a file and a line for the begin of a message: "web.yaml:12: ". A line that is not known is left out.
func Place(file string, at policy.Position) string {
	switch {
	case file == "":
		return ""
	case at.Line == 0:
		return file + ": "
	}
	return fmt.Sprintf("%s:%d: ", file, at.Line)
}

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

// place remembers where the policies and objects of a file are, and returns the file. Of two with the same name, the first counts.
func (b *Bundle) place(name string, bundle *policy.Bundle) *source {
	file := &source{name, bundle}
	add := func(ref override.Ref) {
		if b.files[ref] == nil {
			b.files[ref] = file
		}
	}
	for _, p := range bundle.Policies {
		add(p.Ref())
	}
	for _, o := range bundle.Objects {
		add(override.RefOf(o))
	}
	return file
}

// applyScopes removes the namespace that was assumed for objects whose definition is in another file. Their places stay known.
func (b *Bundle) applyScopes() {
	before := make([]override.Ref, len(b.Objects))
	for i, o := range b.Objects {
		before[i] = override.RefOf(o)
	}
	b.ApplyScopes(policy.ScopesOf(b.Objects...))
	for i, o := range b.Objects {
		if now := override.RefOf(o); now != before[i] && b.files[now] == nil {
			b.files[now], b.as[now] = b.files[before[i]], before[i]
		}
	}
}
