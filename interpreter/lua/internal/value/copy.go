package value

import (
	"fmt"
	"slices"

	lua "github.com/yuin/gopher-lua"
)

// unseen returns what a table contains that no script has looked into, as if it had been filled.
func (d *decoder) unseen(source any, depth int) (any, error) {
	switch source := source.(type) {
	case map[string]any:
		return d.copyObject(source, depth)
	case []any:
		return d.copyList(source, depth)
	}
	return nil, fmt.Errorf("cannot encode %s to JSON", lua.LTFunction) // a library has functions only
}

// copy returns decoded JSON as it comes back from a script: see [View.Show] and [FromLua].
func (d *decoder) copy(v any, depth int) (any, error) {
	switch v := v.(type) {
	case nil, bool:
		return v, nil
	case string:
		return d.text(v)
	case int64:
		if v <= maxExact && v >= -maxExact {
			return v, nil
		}
		return number(float64(v))
	case float64:
		return number(v)
	case map[string]any:
		if v == nil {
			return nil, nil
		}
		return d.copyObject(v, depth)
	case []any:
		if v == nil {
			return nil, nil
		}
		return d.copyList(v, depth)
	}
	return nil, fmt.Errorf("found a %T, expected decoded JSON", v)
}

func (d *decoder) copyObject(m map[string]any, depth int) (any, error) {
	if err := d.enter(len(m), depth); err != nil {
		return nil, err
	}
	out := make(map[string]any, len(m))
	var odd []string // keys that are not UTF-8
	for key, e := range m {
		name, err := d.text(key)
		if err != nil {
			return nil, err
		}
		if name != key {
			odd = append(odd, key)
			continue
		}
		e, err := d.copy(e, depth+1)
		if err != nil {
			return nil, err
		}
		if e != nil {
			out[key] = e
		}
	}
	if odd != nil {
		if err := d.copyOdd(out, m, odd, depth); err != nil {
			return nil, err
		}
	}
	if len(out) == 0 {
		d.empties++
		return []any{}, nil
	}
	return out, nil
}

// copyOdd copies the values of keys that are not UTF-8. Among keys that become equal, the last one
// counts.
func (d *decoder) copyOdd(out, m map[string]any, odd []string, depth int) error {
	slices.Sort(odd)
	last := map[string]string{}
	for _, key := range odd {
		e, err := d.copy(m[key], depth+1)
		if err != nil {
			return err
		}
		name := valid(key)
		before, found := last[name]
		if !found && out[name] != nil {
			before, found = name, true
		}
		if e != nil && (!found || before < key) {
			out[name], last[name] = e, key
		}
	}
	return nil
}

func (d *decoder) copyList(l []any, depth int) (any, error) {
	if err := d.enter(len(l), depth); err != nil {
		return nil, err
	}
	out := make([]any, 0, len(l))
	for _, e := range l {
		e, err := d.copy(e, depth+1)
		if err != nil {
			return nil, err
		}
		if e != nil {
			out = append(out, e)
		}
	}
	if len(out) == 0 {
		d.empties++
	}
	return out, nil
}
