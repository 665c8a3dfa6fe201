package override

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/overridekit/overridekit/override/jsontree"
)

// AppendJSON appends the object for the cluster as JSON to dst, and returns the extended slice. It does not build the object, and does
// not encode again what no policy changed.
//
//  1. The bytes are those of json.Marshal for the content of [Result.Object], and "null" for a result without an object.
//  2. An error is that of [Result.Object]. With it, AppendJSON returns dst as it was.
//  3. The second call for the results of a [Selection] encodes the input object once for all of them. The Selection and its results
//     keep this encoding. The second call for an outcome keeps the text. Clusters of one [Variant], or with the same outcome in
//     [Selection.Each], share it.
//
// The bytes have all values, including those of Secrets ([Set.Hiding] is about messages). They can be sent as they are:
//
//   - as application/json, to create or to replace the object;
//   - as application/apply-patch+yaml, for a server-side apply, because JSON is YAML. Apply always needs all fields that the applier
//     wants: it removes the fields that an earlier patch of the same applier had and this one does not have. So a shorter patch is not possible. The
//     API server rejects a patch with metadata.managedFields.
//
// For a patch with the changes alone, see [Result.AppendJSONPatch].
func (r *Result) AppendJSON(dst []byte) ([]byte, error) {
	run := r.run
	if text := run.text.kept.Load(); text != nil {
		return append(dst, *text...), nil
	}
	given := len(dst)
	dst, err := run.shared.encoding(run.object).Append(dst, r.SharedContent())
	if err != nil {
		return dst, fmt.Errorf("%s: %w", refOfContent(run.object), err)
	}
	if run.text.asked.Swap(true) {
		text := slices.Clone(dst[given:])
		run.text.kept.Store(&text)
	}
	return dst, nil
}

// AppendJSONPatch appends the bytes of [Result.JSONPatch] to dst, and returns the extended slice.
//
//  1. The patch turns the input object into the object for the cluster, with an operation for each of [Result.Changes]. It may have several for
//     one path, see JSONPatch. An API server that has another object may refuse it, or place an edit in the wrong element of a list.
//  2. Without changes, it is "[]": there is nothing to send.
//  3. The media type is application/json-patch+json.
//  4. An error is that of JSONPatch: a new value contains one that encoding/json cannot write, such as NaN. With it, AppendJSONPatch returns
//     dst as it was.
//
// The patch has all values, including those of Secrets. Each call encodes it again.
func (r *Result) AppendJSONPatch(dst []byte) ([]byte, error) {
	run := r.run
	patch, plain := append(dst, '['), (*jsontree.Encoding)(nil)
	for i := range run.changes {
		c := &run.changes[i]
		if i > 0 {
			patch = append(patch, ',')
		}
		patch = append(patch, `{"op":"`...)
		patch = append(patch, c.Op...)
		patch = append(patch, `","path":`...)
		patch, _ = plain.Append(patch, c.Pointer.String()) // a string is always JSON
		if c.Op != jsontree.Remove {
			var err error
			patch = append(patch, `,"value":`...)
			if patch, err = plain.Append(patch, c.New); err != nil {
				// The value has a part of the input object that package jsontree refuses. encoding/json can write some of these, such as an int.
				text, err := r.JSONPatch()
				return append(dst, text...), err
			}
		}
		patch = append(patch, '}')
	}
	return append(patch, ']'), nil
}

// text is the JSON of an outcome. It is kept when it is needed again.
type text struct {
	asked atomic.Bool
	kept  atomic.Pointer[[]byte]
}

// source is the encoding of the object of a Selection. It is made when it is needed again.
type source struct {
	asked atomic.Bool
	once  sync.Once
	made  *jsontree.Encoding
}

// encoding returns the encoding of the object, or nil if it is not made yet, or the object has values that are not JSON.
func (s *shared) encoding(object map[string]any) *jsontree.Encoding {
	if s == nil || !s.source.asked.Swap(true) {
		return nil
	}
	s.source.once.Do(func() { s.source.made, _ = jsontree.Encode(object) })
	return s.source.made
}
