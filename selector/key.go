package selector

import "cmp"

// Key is a condition that an object must meet for a selector to match it. An index of many selectors stores
// them by [Objects.Keys], and looks them up by the kind of an object and its [Object.Places].
type Key struct {
	Kind  Kind
	Place Place
}

// Kind is an apiVersion and a kind. The zero value is any kind.
type Kind struct{ APIVersion, Kind string }

// Place is a namespace, a name and a label that an object of a kind may have. Empty fields match any object.
type Place struct {
	Namespace, Name string
	Label, Value    string
}

// Keys returns one key for each selector; an object that matches has at least one of them. Without selectors
// it returns the zero Key. A label is part of a key if the selector requires one value of it.
func (o Objects) Keys() []Key {
	if len(o.selectors) == 0 {
		return []Key{{}}
	}
	keys := make([]Key, len(o.selectors))
	for i := range o.selectors {
		s := &o.selectors[i]
		keys[i] = Key{Kind{s.apiVersion, s.kind}, Place{Namespace: s.namespace, Name: s.name}}
		for _, r := range s.labels {
			if r.operator == opIn && len(r.given) == 1 {
				keys[i].Place.Label, keys[i].Place.Value = r.key, r.given[0]
				break
			}
		}
	}
	return keys
}

// Compare orders keys by their fields.
func (k Key) Compare(other Key) int {
	a, b := k.Place, other.Place
	return cmp.Or(
		cmp.Compare(k.Kind.APIVersion, other.Kind.APIVersion), cmp.Compare(k.Kind.Kind, other.Kind.Kind),
		cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Label, b.Label), cmp.Compare(a.Value, b.Value),
	)
}

// Places calls found for every Place of a Key that the object can have, for labels only if wanted returns
// true. It does not allocate. Nil is read as the zero Object.
func (obj *Object) Places(wanted func(label string) bool, found func(Place)) {
	if obj == nil {
		obj = &Object{}
	}
	found(Place{})
	found(Place{Name: obj.Name})
	if obj.Namespace != "" {
		found(Place{Namespace: obj.Namespace})
		found(Place{Namespace: obj.Namespace, Name: obj.Name})
	}
	for label := range obj.Labels {
		if !wanted(label) {
			continue
		}
		value, present := obj.label(label)
		if !present {
			continue
		}
		found(Place{Label: label, Value: value})
		if obj.Namespace != "" {
			found(Place{Namespace: obj.Namespace, Label: label, Value: value})
		}
	}
}
