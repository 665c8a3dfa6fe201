package textedit_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	jsonpatch "github.com/evanphx/json-patch/v5"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
)

// check holds an edit of one operation against the oracle: reading what was edited gives what editing gives of what was read.
// It returns what was edited; edited is false if the edit is refused, rightly, or if nothing can be said of it.
//
//  1. Where the text cannot be read, or the operation does not suit it, the edit is refused; else it is not, but for what
//     anchors and aliases forbid (see ruling), for characters that end lines in YAML 1.1 alone, and for a BOM inside the text.
//     Where a line begins with a tab, Kubernetes refuses what the reader of nodes takes for a comment or a blank line. Of a key
//     in brackets it may read no more than the brackets. Readers disagree to which document a directive belongs that no
//     "..." comes before.
//  2. Where the operation changes nothing, the text stays as it is.
//  3. Where a second YAML reader finds the same in the text, it finds the same in what was edited.
func (c trial) check(t testing.TB) (after string, edited bool) {
	t.Helper()
	before, err := c.read(c.text)
	after, refused := c.edit(t)
	switch {
	case c.format == asYAML && (err != nil && tabFirst.MatchString(c.text) || refused != nil && flowKey.MatchString(c.text)):
		return "", false
	case err != nil && c.document > 0 && strings.Contains(c.text, "\n%"):
		return "", false
	case err != nil && refused == nil:
		c.fail(t, after, "it was edited, though it cannot be read: %v", err)
	case err != nil:
		return "", false
	case refused != nil && (!utf8.ValidString(c.text) || c.format == asYAML && strings.ContainsAny(c.text, "\u0085\u2028\u2029")):
		return "", false
	}
	op, rule := c.ops[0], ruling{}
	if c.format == asYAML {
		op.Path, rule = rulingOf(c.piece(c.text), before, op)
		long := len(op.Path.String()) > 150 || len(op.Value) > 150 // with a key, perhaps, that is too long once it is escaped
		rule.mayRefuse = rule.mayRefuse || long || strings.LastIndex(c.text, "\ufeff") > 0
	}
	want, err := operate(before, op)
	if refused != nil {
		var known *textedit.Error
		switch {
		case !errors.As(refused, &known):
			c.fail(t, "", "the edit is refused by a %T, expected a *textedit.Error: %v", refused, refused)
		case err == nil && !rule.mayRefuse && !rule.unknown:
			c.fail(t, "", "the edit is refused: %v\nexpected: %s", refused, encoded(want))
		}
		return "", false
	}
	switch {
	case rule.unknown:
		return after, false
	case err != nil:
		c.fail(t, after, "it was edited, though the operation does not suit it: %v", err)
	case jsontree.Equal(before, want) && after != c.text:
		c.fail(t, after, "nothing was to be changed")
	case rule.mustRefuse != "" && after != c.text:
		c.fail(t, after, "it was edited, though %s", rule.mustRefuse)
	}
	got, err := c.read(after)
	if err != nil {
		c.fail(t, after, "what came out cannot be read: %v", err)
	}
	if !jsontree.Equal(got, want) {
		c.fail(t, after, "what came out reads as %s\nexpected: %s", encoded(got), encoded(want))
	}
	if c.format == asYAML {
		c.checkSecondReader(t, before, want, after)
	} else {
		c.checkJSONPatch(t, before, want)
	}
	return after, true
}

var (
	tabFirst = regexp.MustCompile(`(?m)^ *\t`)
	flowKey  = regexp.MustCompile(`[\]}]\s*:`)
)

func (c trial) checkSecondReader(t testing.TB, before, want any, after string) {
	t.Helper()
	if v, err := readV3(c.piece(c.text)); err != nil || !jsontree.Equal(v, before) {
		return
	}
	got, err := readV3(c.piece(after))
	if err != nil {
		c.fail(t, after, "what came out cannot be read by go.yaml.in/yaml/v3, what went in could: %v", err)
	}
	if !jsontree.Equal(got, want) {
		c.fail(t, after, "what came out reads as %s to go.yaml.in/yaml/v3\nexpected: %s", encoded(got), encoded(want))
	}
}

// checkJSONPatch holds what was wanted against json-patch, which panics on some operations, fails on others, drops edits below an
// empty token at the root, and makes null of a key that stood twice and is removed.
func (c trial) checkJSONPatch(t testing.TB, before, want any) {
	t.Helper()
	op := c.ops[0]
	twice := len(keysOfJSON([]byte(c.text))) > len(keysOfJSON([]byte(encoded(before))))
	if op.Op == jsontree.Test || twice || len(op.Path) > 1 && op.Path[0] == "" {
		return
	}
	patched, err := jsonPatched(c.text, op)
	if err != nil {
		return
	}
	if v, err := valueOf(patched); err != nil || !jsontree.Equal(v, want) {
		c.fail(t, string(patched), "json-patch gives %s\nexpected: %s", patched, encoded(want))
	}
}

func jsonPatched(text string, op textedit.Operation) (patched []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("it panics: %v", p)
		}
	}()
	if len(op.Value) == 0 {
		op.Value = []byte("null")
	}
	encoded, err := json.Marshal([]map[string]any{{"op": op.Op, "path": op.Path.String(), "value": json.RawMessage(op.Value)}})
	if err != nil {
		return nil, err
	}
	patch, err := jsonpatch.DecodePatch(encoded)
	if err != nil {
		return nil, err
	}
	return patch.Apply([]byte(text))
}

// operate is the operation on what was read.
func operate(v any, op textedit.Operation) (any, error) {
	var value any
	if len(op.Value) > 0 && op.Op != jsontree.Remove {
		decoded, err := valueOf(op.Value)
		if err != nil {
			return nil, err
		}
		value = decoded
	}
	tree, err := jsontree.New(v), error(nil)
	switch op.Op {
	case jsontree.Add:
		_, _, err = tree.Add(op.Path, value)
	case jsontree.Remove:
		_, _, err = tree.Remove(op.Path)
	case jsontree.Replace:
		_, _, err = tree.Replace(op.Path, value)
	case jsontree.Test:
		err = tree.Test(op.Path, value)
	}
	return tree.Root(), err
}

func encoded(v any) string {
	text, err := utiljson.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(text)
}
