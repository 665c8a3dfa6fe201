package lint

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/overridekit/overridekit/override/jsontree"
)

// operation is one operation of a fix.
type operation struct {
	op, from string
	path     jsontree.Pointer
	value    any
}

func add(path jsontree.Pointer, value any) operation {
	return operation{op: "add", path: path, value: value}
}

func replace(path jsontree.Pointer, value any) operation {
	return operation{op: "replace", path: path, value: value}
}

func remove(path jsontree.Pointer) operation { return operation{op: "remove", path: path} }

func move(from, path jsontree.Pointer) operation {
	return operation{op: "move", path: path, from: from.String()}
}

// MarshalJSON writes only the members that the operation has. A value may be null.
func (o operation) MarshalJSON() ([]byte, error) {
	text := map[string]any{"op": o.op, "path": o.path}
	switch o.op {
	case "add", "replace":
		text["value"] = o.value
	case "move":
		text["from"] = o.from
	}
	return json.Marshal(text)
}

// fixOf returns operations as a JSON patch; nil without operations, or if a value is not JSON.
func fixOf(operations ...operation) json.RawMessage {
	if len(operations) == 0 {
		return nil
	}
	text, err := json.Marshal(operations)
	if err != nil {
		return nil
	}
	return text
}

// pathOf returns the pointer to a field of a policy as a field path. The pointer has names of fields, and indexes.
func pathOf(at jsontree.Pointer) string {
	var b strings.Builder
	for i, token := range at {
		switch _, err := strconv.Atoi(token); {
		case err == nil:
			b.WriteString("[" + token + "]")
		case i > 0:
			b.WriteString("." + token)
		default:
			b.WriteString(token)
		}
	}
	return b.String()
}
