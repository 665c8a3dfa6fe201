package work

import (
	"encoding/json"
	"fmt"
	"maps"
	"sync"
	"sync/atomic"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// AppendJSON appends the Work as JSON to dst, and returns the extended slice. It does not make the Work.
//
//  1. The bytes are those of json.Marshal for the result of [Prepared.Work], and "null" for the zero value.
//  2. An error contains that of json.Marshal, for example because the managed fields of the stored Work are not JSON. A manifest of [PreparedOf] that is
//     beyond the limits of package jsontree is also an error. With an error, AppendJSON returns dst as it was.
//  3. Clusters with the same object share its encoding. It is made with the second of them, and lives as long as their [Draft] or one of
//     its Works.
//
// The bytes can be sent as application/json, or for a server-side apply as application/apply-patch+yaml. They have the values of Secrets.
func (r Prepared) AppendJSON(dst []byte) ([]byte, error) {
	if r.target == nil {
		text, err := marshal(r.made)
		if err != nil {
			return dst, fmt.Errorf("%s: %w", r.Ref(), err)
		}
		return append(dst, text...), nil
	}
	text, err := r.target.appendJSON(dst)
	if err != nil {
		return dst, fmt.Errorf("%s: %w", r.Ref(), err)
	}
	return text, nil
}

// marshal encodes a Work of the caller. Package json has no limit: it writes a shared map once per reference.
func marshal(w *api.Work) ([]byte, error) {
	if w != nil {
		for i, m := range w.Spec.Workload.Manifests {
			if !jsontree.Fits(map[string]any(m)) {
				return nil, fmt.Errorf("manifest %d nests more than %d levels deep, or has more than %d values", i, jsontree.MaxDepth, jsontree.MaxSize)
			}
		}
	}
	return json.Marshal(w)
}

// appendJSON appends the parts of the Work in the order of its fields. Only the metadata and the status are encoded again.
func (t *target) appendJSON(dst []byte) ([]byte, error) {
	w := t.frame()
	const empty = "{}" // the spec in head, and a part without fields
	head, err := json.Marshal(&api.Work{TypeMeta: w.TypeMeta, ObjectMeta: w.ObjectMeta})
	if err != nil {
		return dst, err
	}
	dst = append(dst, head[:len(head)-len(empty)-1]...)
	dst = append(dst, `{"workload":{"manifests":[`...)
	if dst, err = t.draft.encoding.of(t.draft.content).Append(dst, t.sharedManifest(w.Namespace)); err != nil {
		return dst, err
	}
	dst = append(dst, "]}"...)
	spec := w.Spec
	spec.Workload = api.WorkloadTemplate{}
	status := struct {
		Status api.WorkStatus `json:"status,omitzero"`
	}{w.Status}
	for _, rest := range []any{&spec, &status} {
		text, err := json.Marshal(rest)
		if err != nil {
			return dst, err
		}
		if string(text) != empty {
			text[0] = ','
			dst = append(dst, text...)
			continue
		}
		dst = append(dst, '}')
	}
	return dst, nil
}

// sharedManifest is manifest without a copy of what every cluster gets.
func (t *target) sharedManifest(namespace string) map[string]any {
	manifest := maps.Clone(t.draft.content)
	metadata, _ := manifest["metadata"].(map[string]any)
	metadata = maps.Clone(metadata)
	labels, _ := metadata["labels"].(map[string]any)
	annotations, _ := metadata["annotations"].(map[string]any)
	labels, annotations = maps.Clone(labels), maps.Clone(annotations)
	t.complete(labels, annotations, namespace)
	manifest["metadata"], metadata["labels"], metadata["annotations"] = metadata, labels, annotations
	return manifest
}

// encoding is the encoding of a manifest. It is made when it is needed again.
type encoding struct {
	asked atomic.Bool
	once  sync.Once
	made  *jsontree.Encoding
}

// of returns the encoding of a manifest, or nil if it is not needed again so far.
func (e *encoding) of(manifest map[string]any) *jsontree.Encoding {
	if !e.asked.Swap(true) {
		return nil
	}
	e.once.Do(func() { e.made, _ = jsontree.Encode(manifest) }) // it has been checked
	return e.made
}
