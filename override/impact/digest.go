package impact

import (
	"crypto/sha256"
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"github.com/overridekit/overridekit/override/jsontree"
)

// digest is the same for two differences with the same kind, patch and errors, apart from the names of the object and the cluster.
func (d *Difference) digest() digest {
	return d.digestOf(func(o *Operation) any { return o.New })
}

// shown is the digest of what strings and JSON show of the difference.
func (d *Difference) shown() digest {
	return d.digestOf(func(o *Operation) any {
		_, now := o.shownValues()
		return now
	})
}

func (d *Difference) digestOf(value func(*Operation) any) digest {
	b := strconv.AppendQuote(nil, string(d.Kind))
	for _, err := range []error{d.Before.Err, d.After.Err, d.Err} {
		b = append(b, ' ')
		if err != nil {
			b = strconv.AppendQuote(b, errorKey(err))
		}
	}
	for i := range d.Patch {
		o := &d.Patch[i]
		b = strconv.AppendQuote(append(b, string(o.Op)...), o.Path.String())
		if o.Op != jsontree.Remove {
			b = appendValue(b, value(o))
		}
	}
	return sha256.Sum256(b)
}

// appendValue appends a JSON value. Unlike a JSON encoder, it keeps strings apart that are not valid UTF-8.
func appendValue(b []byte, v any) []byte {
	switch v := v.(type) {
	case string:
		return strconv.AppendQuote(b, v)
	case []any:
		b = append(b, '[')
		for _, e := range v {
			b = append(appendValue(b, e), ',')
		}
		return append(b, ']')
	case map[string]any:
		b = append(b, '{')
		for _, key := range slices.Sorted(maps.Keys(v)) {
			b = append(appendValue(append(strconv.AppendQuote(b, key), ':'), v[key]), ',')
		}
		return append(b, '}')
	}
	text, _ := json.Marshal(v) // null, a boolean or a number: a Patch has copies of JSON values
	return append(b, text...)
}
