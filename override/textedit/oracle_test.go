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

// check compares an edit of one operation with the oracle: decoding the edited text must return the same as editing the decoded
// text. It returns the edited text; edited is false if the edit correctly fails, or if the oracle cannot decide.
//
//  1. The edit must fail if the text cannot be parsed or the operation fails on the decoded text. Otherwise it must succeed,
//     except for unusual keys (see expectation), for characters that end lines only in YAML 1.1, for two BOMs at the start, and for a BOM inside the
//     text. Of a key in brackets, Kubernetes may read only the brackets. Parsers disagree on the document of a directive without "..." before
//     it, which would continue a null in the place of the whole text. The edit may also fail for a key that is null, a list or a map and that
//     Kubernetes does not see, because a later equal key replaces the map around it.
//  2. If the operation changes nothing, the text must not change.
//  3. If a second YAML parser can read the text, it must be able to read the edited text. If it reads the same value from the text, it must
//     read the same value from the edited text.
//  4. The reading that a patch checks its result with is that of Kubernetes.
func (c trial) check(t testing.TB) (after string, edited bool) {
	t.Helper()
	before, err := c.read(c.text)
	after, refused := c.edit(t)
	switch {
	case c.format == asYAML && refused != nil && flowKey.MatchString(c.text):
		return "", false
	case err == nil && refused != nil && c.format == asYAML && hidesKey(c.piece(c.text)):
		return "", false
	case err != nil && c.document > 0 && strings.Contains(c.text, "\n%"):
		return "", false
	case err != nil && refused == nil:
		c.fail(t, after, "expected an error, because the text cannot be parsed: %v", err)
	case err != nil:
		return "", false
	case refused != nil && (!utf8.ValidString(c.text) || c.format == asYAML && (strings.ContainsAny(c.text, "\u0085\u2028\u2029") || strings.HasPrefix(c.text, "\ufeff\ufeff"))):
		return "", false
	}
	op, rule := c.ops[0], expectation{}
	if c.format == asYAML {
		op.Path, rule = expectationOf(c.piece(c.text), before, op)
		long := len(op.Path.String()) > 150 || len(op.Value) > 150 // an escaped key may be too long
		rule.mayRefuse = rule.mayRefuse || long || strings.LastIndex(c.text, "\ufeff") > 0 || len(op.Path) == 0 && directive.MatchString(c.text)
	}
	want, err := operate(before, op)
	if refused != nil {
		var known *textedit.Error
		switch {
		case !errors.As(refused, &known):
			c.fail(t, "", "the error is a %T, expected a *textedit.Error: %v", refused, refused)
		case err == nil && !rule.mayRefuse && !rule.unknown:
			c.fail(t, "", "the edit fails: %v\nexpected: %s", refused, encoded(want))
		}
		return "", false
	}
	switch {
	case rule.unknown:
		return after, false
	case err != nil:
		c.fail(t, after, "expected an error, because the operation fails on the decoded text: %v", err)
	case jsontree.Equal(before, want) && after != c.text:
		c.fail(t, after, "expected no change")
	}
	got, err := c.read(after)
	if err != nil {
		c.fail(t, after, "the result cannot be parsed: %v", err)
	}
	if !jsontree.Equal(got, want) {
		c.fail(t, after, "the result is %s\nexpected: %s", encoded(got), encoded(want))
	}
	own, err := textedit.Value([]byte(after), string(c.format), c.document)
	if err == nil {
		own, err = shaped(own)
	}
	if err != nil || !jsontree.Equal(own, want) {
		c.fail(t, after, "the patch reads the result as %s, %v\nexpected: %s", encoded(own), err, encoded(want))
	}
	if c.format == asYAML {
		c.checkSecondReader(t, before, want, after)
	} else {
		c.checkJSONPatch(t, before, want)
	}
	return after, true
}

var (
	flowKey   = regexp.MustCompile(`[\]}]\s*:`)
	directive = regexp.MustCompile(`[\r\n]%`)
)

func (c trial) checkSecondReader(t testing.TB, before, want any, after string) {
	t.Helper()
	v, err := readV3(c.piece(c.text))
	if err != nil {
		return
	}
	got, err := readV3(c.piece(after))
	if err != nil {
		c.fail(t, after, "go.yaml.in/yaml/v3 can parse the text, but not the result: %v", err)
	}
	if jsontree.Equal(v, before) && !jsontree.Equal(got, want) {
		c.fail(t, after, "go.yaml.in/yaml/v3 reads the result as %s\nexpected: %s", encoded(got), encoded(want))
	}
}

// checkJSONPatch compares the expected value with json-patch, which panics or fails for some operations, drops edits below an empty
// token at the root, and sets a removed duplicate key to null.
func (c trial) checkJSONPatch(t testing.TB, before, want any) {
	t.Helper()
	op := c.ops[0]
	duplicates := len(keysOfJSON([]byte(c.text))) > len(keysOfJSON([]byte(encoded(before))))
	if op.Op == jsontree.Test || duplicates || len(op.Path) > 1 && op.Path[0] == "" {
		return
	}
	patched, err := jsonPatched(c.text, op)
	if err != nil {
		return
	}
	if v, err := valueOf(patched); err != nil || !jsontree.Equal(v, want) {
		c.fail(t, string(patched), "json-patch returns %s\nexpected: %s", patched, encoded(want))
	}
}

func jsonPatched(text string, op textedit.Operation) (patched []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("json-patch panics: %v", p)
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

// operate applies the operation to a decoded value.
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
