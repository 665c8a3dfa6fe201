package thirdparty

// omit returns a value without the members and elements that say nothing: empty objects and lists, and, with zeros, also 0, "" and "0s".
// It works from the inside out, in place. Nil means that the value itself is left out.
//
// A list must not have a gap: only elements at its end can be left out.
func (r *run) omit(v any, zeros bool) any {
	switch t := v.(type) {
	case map[string]any:
		for key, e := range inOrder(t) {
			set(t, key, r.omit(e, zeros))
		}
		if len(t) == 0 {
			return nil
		}
	case []any:
		return r.omitElements(t, zeros)
	case float64:
		if zeros && t == 0 {
			return nil
		}
	case string:
		if zeros && (t == "" || t == "0s") {
			return nil
		}
	}
	return v
}

func (r *run) omitElements(list []any, zeros bool) any {
	length := 0
	for i, e := range list {
		if e = r.omit(e, zeros); e == nil {
			continue
		}
		if i > length {
			r.fail(nil, "element %d of a list is empty, expected only the last ones to be", length)
			return nil
		}
		list[i], length = e, length+1
	}
	if length == 0 {
		return nil
	}
	return list[:length:length]
}

// omitted is omit for a status; an empty one stays.
func (r *run) omitted(status map[string]any, zeros bool) map[string]any {
	if r.omit(status, zeros) == nil {
		return map[string]any{}
	}
	return status
}
