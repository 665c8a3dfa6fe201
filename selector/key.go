package selector

// Key is something that an object must have for a selector to match it: a kind and namespace, a name as well, or a label. An
// index of many selectors is made by their keys, see [Objects.Keys], and asked by those of an object, see [Object.Keys].
// What is empty does not count.
type Key struct {
	APIVersion, Kind, Namespace, Name string
	Label, Value                      string
}

// Keys are those of the selectors, one each, so that an object that matches has at least one of them; all is true if there
// are no selectors and so no keys. A label is a key where it must have one value.
func (o Objects) Keys() (keys []Key, all bool) {
	for i := range o.selectors {
		s := &o.selectors[i]
		key := Key{APIVersion: s.apiVersion, Kind: s.kind, Namespace: s.namespace, Name: s.name}
		for _, r := range s.labels {
			if r.operator == opIn && len(r.given) == 1 {
				key.Label, key.Value = r.key, r.given[0]
				break
			}
		}
		keys = append(keys, key)
	}
	return keys, len(o.selectors) == 0
}

// Keys calls found for every key that a selector of the object may have; of labels, only for those that are asked for. Nothing
// is allocated.
func (obj *Object) Keys(labels map[string]bool, found func(Key)) {
	found(Key{APIVersion: obj.APIVersion, Kind: obj.Kind})
	found(Key{APIVersion: obj.APIVersion, Kind: obj.Kind, Name: obj.Name})
	if obj.Namespace != "" {
		found(Key{APIVersion: obj.APIVersion, Kind: obj.Kind, Namespace: obj.Namespace})
		found(Key{APIVersion: obj.APIVersion, Kind: obj.Kind, Namespace: obj.Namespace, Name: obj.Name})
	}
	if len(labels) == 0 {
		return
	}
	for label := range obj.Labels {
		value, present := obj.label(label)
		if !present || !labels[label] {
			continue
		}
		found(Key{Label: label, Value: value})
		found(Key{APIVersion: obj.APIVersion, Kind: obj.Kind, Label: label, Value: value})
		if obj.Namespace != "" {
			found(Key{APIVersion: obj.APIVersion, Kind: obj.Kind, Namespace: obj.Namespace, Label: label, Value: value})
		}
	}
}
