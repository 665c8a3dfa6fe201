package yamltext

import (
	"bytes"
	"errors"

	yamlv2 "go.yaml.in/yaml/v2"
	yamlv3 "go.yaml.in/yaml/v3"
)

// Limits of a text whose aliases a function of this package expands.
const (
	maxExpanded = 64 << 20 // bytes
	maxDepth    = 10_000
)

// checkExpanded is [Check], and returns an error if the text is too large when its aliases are expanded. If only the parser that measures it
// rejects the text, its error is returned, too: it reads further than the other one.
func checkExpanded(text []byte) error {
	if err := Check(text); err != nil {
		return err
	}
	if marks := toUTF8(text); !MayHave(marks, '*') || !MayHave(marks, '&') {
		return nil
	}
	var root yamlv3.Node
	if err := yamlv3.Unmarshal(text, &root); err != nil {
		var parsed *yamlv2.TypeError
		if v2 := yamlv2.Unmarshal(text, new(int)); v2 == nil || errors.As(v2, &parsed) {
			return err
		}
		return nil
	}
	return sizeOf(&root).check(maxExpanded, maxDepth)
}

// MayHave reports whether a text may have anchors ('&') or aliases ('*'): whether a character of a name follows the mark. It does not parse the text.
func MayHave(text []byte, mark byte) bool {
	for {
		at := bytes.IndexByte(text, mark) + 1
		if at == 0 || at == len(text) {
			return false
		}
		if c := text[at]; c == '_' || c == '-' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' {
			return true
		}
		text = text[at:]
	}
}
