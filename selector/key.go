package selector

import "cmp"

// Key is something that an object must have for a selector to match it. An index of many selectors is made by their keys, see
// [Objects.Keys], and asked by the kind and the places of an object, see [Object.Places].
type Key struct {
	Kind  Kind
	Place Place
}

// Kind is an apiVersion and a kind. The zero value is any.
type Kind struct{ APIVersion, Kind string }

// Place is where an object is to be found among those of its kind: by its namespace, its name, or one of its labels. What is empty
// does not count.
type Place struct {
	Namespace, Name string
	Label, Value    string
}

// Keys are those of the selectors, one each, so that an object that matches has at least one of them; without selectors, the
// zero Key. A label is a key where it must have one value.
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

// Compare orders keys.
func (k Key) Compare(other Key) int {
	a, b := k.Place, other.Place
	return cmp.Or(
		cmp.Compare(k.Kind.APIVersion, other.Kind.APIVersion), cmp.Compare(k.Kind.Kind, other.Kind.Kind),
		cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Label, b.Label), cmp.Compare(a.Value, b.Value),
	)
}

// Places calls found for every place that a selector of the object may have; of labels, only for those that are asked for.
// Nothing is allocated. Nil is read as the zero Object.
func (obj *Object) Places(asked func(label string) bool, found func(Place)) {
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
		if !asked(label) {
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
