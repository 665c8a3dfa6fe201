package policy

import (
	"reflect"
	"regexp"
	"strings"
)

// suggest finds the field that was perhaps meant by the last name of a path that a type does not have: the nearest of its
// fields, if it is near. The path is as sigs.k8s.io/json writes it: spec.overrideRules[0].overrider.
func suggest(path string, t reflect.Type) string {
	names := strings.Split(listIndex.ReplaceAllString(path, ""), ".")
	for _, name := range names[:len(names)-1] {
		if t = fieldsOf(t)[name]; t == nil {
			return ""
		}
	}
	wrong := names[len(names)-1]
	best, meant := len(wrong)/3+1, ""
	for name := range fieldsOf(t) {
		if far := len(wrong) - len(name); far > best || -far > best {
			continue // the distance is no less
		}
		d := distance(strings.ToLower(wrong), strings.ToLower(name))
		if d < best || d == best && (meant == "" || name < meant) {
			best, meant = d, name
		}
	}
	return meant
}

var listIndex = regexp.MustCompile(`\[\d+\]`)

// fieldsOf is the JSON fields of a struct, behind whatever pointers and lists, with their types.
func fieldsOf(t reflect.Type) map[string]reflect.Type {
	for t != nil && (t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice) {
		t = t.Elem()
	}
	if t == nil || t.Kind() != reflect.Struct {
		return nil
	}
	fields := map[string]reflect.Type{}
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "" && f.Anonymous:
			for name, t := range fieldsOf(f.Type) {
				fields[name] = t
			}
		case name != "" && name != "-":
			fields[name] = f.Type
		}
	}
	return fields
}

// distance is the Levenshtein distance of two texts, in bytes: how many letters must be changed, put in or left out.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
