package jsontree

import "reflect"

// FitsGo reports whether the JSON of a Go value, such as a typed object, is within [MaxDepth] and [MaxSize]. It counts decoded JSON as [Fits] does,
// and besides:
//
//  1. Structs, arrays and pointers are levels, too. Each field counts one, also if it is empty, and each pointer ten more.
//  2. Fields that have no JSON do not count: those that are not exported, and those with the tag "-". The fields of an embedded struct do.
//  3. Bytes are one value, because they become one string.
//
// Methods such as MarshalJSON are not called: what they encode counts as if they did not exist.
func FitsGo(v any) bool {
	left := MaxSize + 1 // Fits does not count the root
	return fitsGo(reflect.ValueOf(v), 0, &left)
}

func fitsGo(v reflect.Value, depth int, left *int) bool {
	for v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if *left--; *left < 0 {
		return false
	}
	switch v.Kind() {
	case reflect.Struct:
		return depth < MaxDepth && fieldsFit(v, depth+1, left)
	case reflect.Pointer:
		return v.IsNil() || enter(0, depth, left) == nil && fitsGo(v.Elem(), depth+1, left)
	case reflect.Map:
		if enter(0, depth, left) != nil {
			return false
		}
		for entries := v.MapRange(); entries.Next(); {
			if !fitsGo(entries.Value(), depth+1, left) {
				return false
			}
		}
	case reflect.Slice, reflect.Array:
		if enter(0, depth, left) != nil {
			return false
		}
		return v.Type().Elem().Kind() == reflect.Uint8 || elementsFit(v, depth+1, left)
	}
	return true
}

func fieldsFit(v reflect.Value, depth int, left *int) bool {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Tag.Get("json") == "-" || !f.IsExported() && !f.Anonymous {
			continue
		}
		if !fitsGo(v.Field(i), depth, left) {
			return false
		}
	}
	return true
}

func elementsFit(v reflect.Value, depth int, left *int) bool {
	if v.Len() > *left {
		return false
	}
	for i := range v.Len() {
		if !fitsGo(v.Index(i), depth, left) {
			return false
		}
	}
	return true
}
