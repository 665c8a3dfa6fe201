package karmada

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	jsonpatch "github.com/evanphx/json-patch/v5"

	"github.com/overridekit/overridekit/override/textedit"
	"github.com/overridekit/overridekit/override/yamltext"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// upstreamPatch does to a string what Karmada does: it decodes the JSON or YAML, patches it and encodes it again.
type upstreamPatch struct {
	patch jsonpatch.Patch
	yaml  bool
}

// Karmada expands aliases. YAML that would have more bytes than this, or would be nested more deeply, is not decoded. An API server
// accepts objects of about 1.5 MiB.
const (
	maxText      = 16 << 20
	maxTextDepth = 500
)

// newUpstreamPatch compiles operations for json-patch.
func newUpstreamPatch(operations []api.JSONPatchOperation, yaml bool) (upstreamPatch, error) {
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
		return upstreamPatch{}, err
	}
	patch, err := jsonpatch.DecodePatch(encoded)
	return upstreamPatch{patch, yaml}, err
}

// maxSteps bounds what json-patch does to a string: for each operation it may read or copy each entry of a list or object. That many
// steps take about a second.
const maxSteps = 1 << 26

// errLarge is returned where the result of json-patch is not computed.
var errLarge = errors.New("there are too many operations for a string of this size to try")

// checkSteps returns an error if json-patch would take too many steps on a JSON text.
func (p upstreamPatch) checkSteps(text []byte) error {
	entries := 1 + bytes.Count(text, []byte(","))
	if int64(len(p.patch))*int64(len(p.patch)+entries) > maxSteps {
		return errLarge
	}
	return nil
}

// errCrash is returned where json-patch panics, so that Karmada crashes.
var errCrash = errors.New("json-patch crashes")

func (p upstreamPatch) write(text []byte) (written []byte, err error) {
	defer func() {
		if recover() != nil {
			written, err = nil, errCrash
		}
	}()
	if len(text) == 0 && !p.yaml {
		return text, nil
	}
	if p.yaml {
		if err := yamltext.CheckSize(text, maxText, maxTextDepth); err != nil {
			return nil, err
		}
		if text, err = yamltext.ToJSON(text); err != nil {
			return nil, err
		}
	}
	if err := p.checkSteps(text); err != nil {
		return nil, err
	}
	// These are the defaults of json-patch, which are package variables that a program may have changed.
	text, err = p.patch.ApplyWithOptions(text, &jsonpatch.ApplyOptions{SupportNegativeIndices: true, EscapeHTML: true})
	if err != nil || !p.yaml {
		return text, err
	}
	return yamltext.FromJSON(text)
}

// code is the code of the divergence between a string edited in place and one encoded again.
func (p upstreamPatch) code() string {
	if p.yaml {
		return CodeRewrittenYAML
	}
	return CodeRewrittenJSON
}

// differs describes what Karmada makes of a string; empty if the result is the same as here. It does not quote a hidden string.
func (p upstreamPatch) differs(text, here []byte, hidden bool) string {
	written, err := p.write(text)
	return p.difference(text, here, written, err, hidden)
}

// difference describes what Karmada writes, or the error it fails with.
func (p upstreamPatch) difference(text, here, written []byte, err error, hidden bool) string {
	switch {
	case errors.Is(err, errLarge):
		return "encodes the text again, or fails: " + err.Error()
	case err != nil && hidden:
		return "fails"
	case err != nil:
		return fmt.Sprintf("fails: %v", err)
	case string(written) == string(here):
		return ""
	case !p.yaml && here != nil && !equalJSON(here, written):
		return ReformattedJSON + ", with another value"
	case !p.yaml:
		return ReformattedJSON
	case hidden:
		return "encodes the YAML again"
	}
	losses := textedit.Losses(text)
	if len(losses) == 0 {
		return "encodes the YAML again, with sorted keys"
	}
	return "encodes the YAML again: " + strings.Join(losses, ", ")
}

// ReformattedJSON is the Upstream of a divergence with [CodeRewrittenJSON] where both results have the same JSON value, formatted differently.
const ReformattedJSON = "encodes the JSON again"

// equalJSON reports whether two JSON texts have the same value, with numbers as they are written.
func equalJSON(a, b []byte) bool {
	decode := func(text []byte) (v any, err error) {
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		err = d.Decode(&v)
		return v, err
	}
	x, errX := decode(a)
	y, errY := decode(b)
	return errX == nil && errY == nil && reflect.DeepEqual(x, y)
}
