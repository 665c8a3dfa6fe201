package policy

import (
	"errors"
	"fmt"

	kjson "sigs.k8s.io/json"
)

// maxRepeated limits the bytes of the paths of all repeated keys of a document.
const maxRepeated = 16 << 20

// checkRepeated returns an error for JSON that repeats a key. Content is the decoded text. The error has the paths, unless they are too long
// and too many: sigs.k8s.io/json writes all of them and then keeps 100.
func checkRepeated(text []byte, content any) error {
	keys, path := surveyKeys(text)
	repeated := keys - countKeys(content)
	if repeated == 0 {
		return nil
	}
	if path > maxRepeated/repeated { // the product may not fit
		return fmt.Errorf("the document has %d repeated keys, too many to list", repeated)
	}
	var v any
	strict, err := kjson.UnmarshalStrict(text, &v, kjson.DisallowDuplicateFields)
	if err != nil {
		return err
	}
	for i, err := range strict {
		strict[i] = brief(err)
	}
	return errors.Join(strict...)
}

// surveyKeys returns the number of keys of valid JSON, and the bytes of the longest path to one, with one byte for a list.
func surveyKeys(text []byte) (keys, longest int) {
	var around []int // bytes of the path to each open object and list
	here, lastString := 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			begin := i
			for i++; text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			lastString = i - begin
		case ':':
			keys++
			here = around[len(around)-1] + lastString
			longest = max(longest, here)
		case '{', '[':
			around = append(around, here)
			here++
		case ',':
			here = around[len(around)-1] + 1
		case '}', ']':
			around = around[:len(around)-1]
		}
	}
	return keys, longest
}

// countKeys returns the number of keys of all objects of a document.
func countKeys(v any) int {
	n := 0
	switch v := v.(type) {
	case map[string]any:
		n = len(v)
		for _, e := range v {
			n += countKeys(e)
		}
	case []any:
		for _, e := range v {
			n += countKeys(e)
		}
	}
	return n
}
