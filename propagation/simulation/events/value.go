package events

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/words"
)

// maxName is the maximum number of bytes of a name in an API server.
const maxName = 253

// checkKeys returns an error if an object has another key.
func checkKeys(p jsontree.Pointer, object map[string]any, known ...string) error {
	for _, key := range slices.Sorted(maps.Keys(object)) {
		if !slices.Contains(known, key) {
			at := "the event"
			if len(p) > 0 {
				at = p.String()
			}
			return fmt.Errorf("%s has the unknown key %.80q%s", at, key, words.DidYouMean(key, known))
		}
	}
	return nil
}

func checkTitle(p jsontree.Pointer, v any) error {
	if _, ok := v.(string); !ok {
		return jsontree.NotA(p, v, true, "a title")
	}
	return nil
}

// decodeList returns a list that is not empty.
func decodeList(p jsontree.Pointer, v any, expected string) ([]any, error) {
	list, ok := v.([]any)
	if !ok {
		return nil, jsontree.NotA(p, v, true, expected)
	}
	if len(list) == 0 {
		return nil, &jsontree.ValueError{Pointer: p, Found: "an empty list", Expected: expected}
	}
	return list, nil
}

func decodeRef(p jsontree.Pointer, v any) (ref override.Ref, err error) {
	object, ok := v.(map[string]any)
	if !ok {
		return ref, jsontree.NotA(p, v, true, "{apiVersion, kind, namespace, name}")
	}
	if err := checkKeys(p, object, "apiVersion", "kind", "namespace", "name"); err != nil {
		return ref, err
	}
	if object["namespace"] != nil {
		if ref.Namespace, err = decodeName(p, object, "namespace", "a namespace"); err != nil {
			return ref, err
		}
	}
	if ref.APIVersion, err = decodeName(p, object, "apiVersion", "a group and a version such as apps/v1"); err != nil {
		return ref, err
	}
	if ref.Kind, err = decodeName(p, object, "kind", "a kind such as Deployment"); err != nil {
		return ref, err
	}
	ref.Name, err = decodeName(p, object, "name", "a name")
	return ref, err
}

func decodeNames(p jsontree.Pointer, v any) ([]string, error) {
	list, err := decodeList(p, v, "a list of cluster names")
	if err != nil {
		return nil, err
	}
	var names []string
	for i, v := range list {
		name, err := decodeName(p, map[string]any{strconv.Itoa(i): v}, strconv.Itoa(i), "the name of a cluster")
		if err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, nil
}

// decodeName returns a string of an object.
func decodeName(p jsontree.Pointer, object map[string]any, key, expected string) (string, error) {
	v, exists := object[key]
	name, ok := v.(string)
	switch {
	case !ok || name == "":
		return "", jsontree.NotA(p.Child(key), v, exists, expected)
	case len(name) > maxName:
		return "", fmt.Errorf("%s has %d bytes, expected at most %d", p.Child(key), len(name), maxName)
	}
	return name, nil
}

func decodeDuration(p jsontree.Pointer, v any) (time.Duration, error) {
	text, _ := v.(string)
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, jsontree.NotA(p, v, true, "a duration such as 10m or 1h30m")
	}
	return d, nil
}

// oneSpace replaces white space by single spaces.
func oneSpace(s string) string { return strings.Join(strings.Fields(s), " ") }
