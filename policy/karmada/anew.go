package karmada

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	jsonpatch "github.com/evanphx/json-patch/v5"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override/textedit"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// anew is what Karmada makes of a text: JSON and YAML are read, patched and written anew.
type anew struct {
	patch jsonpatch.Patch
	yaml  bool
}

// Karmada unfolds aliases; a text that comes to more than so many bytes, or nests more deeply, is not tried. An API server takes objects of
// some 1.5 MiB.
const (
	maxText      = 16 << 20
	maxTextDepth = 500
)

// newAnew compiles operations for json-patch.
func newAnew(operations []api.JSONPatchOperation, yaml bool) (anew, error) {
	type operation struct {
		Op    api.OverriderOperator `json:"op"`
		Path  string                `json:"path"`
		Value json.RawMessage       `json:"value"`
	}
	ops := make([]operation, len(operations))
	for i, o := range operations {
		ops[i] = operation{o.Operator, o.SubPath, o.Value.Raw}
		if len(o.Value.Raw) == 0 {
			ops[i].Value = json.RawMessage("null")
		}
	}
	encoded, err := json.Marshal(ops)
	if err != nil {
		return anew{}, err
	}
	patch, err := jsonpatch.DecodePatch(encoded)
	return anew{patch, yaml}, err
}

// maxSteps bounds what json-patch does to a text: for each operation it may look at each entry of a list or object, or copy it. It does so
// many steps in about a second.
const maxSteps = 1 << 26

// errLarge is where it is not worked out what json-patch would make of a text.
var errLarge = errors.New("so many operations on so large a text are not tried")

// checkSteps refuses to have json-patch do too much to a JSON text.
func (a anew) checkSteps(text []byte) error {
	entries := 1 + bytes.Count(text, []byte(","))
	if int64(len(a.patch))*int64(len(a.patch)+entries) > maxSteps {
		return errLarge
	}
	return nil
}

// errCrash is where json-patch crashes, and Karmada with it.
var errCrash = errors.New("json-patch crashes")

func (a anew) write(text []byte) (written []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			written, err = nil, errCrash
		}
	}()
	if len(text) == 0 && !a.yaml {
		return text, nil
	}
	if a.yaml {
		if err := textedit.Check(text, maxText, maxTextDepth); err != nil {
			return nil, err
		}
		if text, err = yaml.YAMLToJSON(text); err != nil {
			return nil, err
		}
	}
	if err := a.checkSteps(text); err != nil {
		return nil, err
	}
	// The options are json-patch's defaults, written out because its own are package variables that others may have set.
	text, err = a.patch.ApplyWithOptions(text, &jsonpatch.ApplyOptions{SupportNegativeIndices: true, EscapeHTML: true})
	if err != nil || !a.yaml {
		return text, err
	}
	return yaml.JSONToYAML(text)
}

// code is that of the divergence between a text edited in place and one written anew.
func (a anew) code() string {
	if a.yaml {
		return CodeRewrittenYAML
	}
	return CodeRewrittenJSON
}

// differs says what Karmada makes of a text; empty if it is what was made here. Of a hidden text it quotes nothing.
func (a anew) differs(text, here []byte, hidden bool) string {
	written, err := a.write(text)
	return a.difference(text, here, written, err, hidden)
}

// difference says what it is that Karmada writes, or fails with.
func (a anew) difference(text, here, written []byte, err error, hidden bool) string {
	switch {
	case errors.Is(err, errLarge):
		return "writes the text anew, or fails: " + err.Error()
	case err != nil && hidden:
		return "fails"
	case err != nil:
		return fmt.Sprintf("fails: %v", err)
	case string(written) == string(here):
		return ""
	case !a.yaml:
		return "writes the JSON anew"
	case hidden:
		return "writes the YAML anew"
	}
	losses := textedit.Losses(text)
	if len(losses) == 0 {
		return "writes the YAML anew, with sorted keys"
	}
	return "writes the YAML anew: " + strings.Join(losses, ", ")
}
