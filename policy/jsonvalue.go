package policy

import "strconv"

// maxFastDepth limits the levels that the reader of this package reads. Deeper documents are rare; the library reads them.
const maxFastDepth = 60

// jsonObject returns the object that is a JSON text, as sigs.k8s.io/json decodes it: integers as int64, other numbers as float64. It returns nil if the
// text is not a valid object, repeats a key, is not UTF-8, has a number beyond float64 or half of a surrogate pair, or nests too deeply. sigs.k8s.io/json
// then decides, and describes the error.
func jsonObject(text []byte, limits Limits) map[string]any {
	r := jsonReader{text: text, depth: min(limits.Depth, maxFastDepth)}
	if r.next() != '{' {
		return nil
	}
	object, _ := r.value().(map[string]any)
	if r.next(); r.failed || r.at < len(text) {
		return nil
	}
	return object
}

// jsonReader reads a JSON text from its start. After a failure, what it returns has no meaning.
type jsonReader struct {
	text   []byte
	at     int
	depth  int  // that is left
	skip   bool // values are validated, but not made
	failed bool
}

// next moves to the next byte that is not white space, and returns it: 0 at the end.
func (r *jsonReader) next() byte {
	for ; r.at < len(r.text); r.at++ {
		if c := r.text[r.at]; c > ' ' || c != ' ' && c != '\n' && c != '\r' && c != '\t' {
			return c
		}
	}
	return 0
}

// value reads the value at a byte that next found.
func (r *jsonReader) value() any {
	if r.failed || r.at == len(r.text) {
		return r.fail()
	}
	switch r.text[r.at] {
	case '{':
		return r.object()
	case '[':
		return r.list()
	case '"':
		text := r.string()
		if r.skip {
			return nil
		}
		return text
	case 't':
		return r.word("true", true)
	case 'f':
		return r.word("false", false)
	case 'n':
		return r.word("null", nil)
	}
	return r.number()
}

func (r *jsonReader) fail() any {
	r.failed = true
	return nil
}

func (r *jsonReader) word(word string, value any) any {
	if len(r.text)-r.at < len(word) || string(r.text[r.at:r.at+len(word)]) != word {
		return r.fail()
	}
	r.at += len(word)
	return value
}

func (r *jsonReader) object() any {
	if r.depth--; r.depth < 0 {
		return r.fail()
	}
	var object map[string]any
	if !r.skip {
		object = map[string]any{}
	}
	count := 0
	for r.more(count, '}') {
		if r.text[r.at] != '"' {
			return r.fail()
		}
		key := r.string()
		if r.next() != ':' {
			return r.fail()
		}
		r.at++
		r.next()
		value := r.value()
		if count++; !r.skip {
			object[key] = value
		}
	}
	r.depth++
	if r.skip {
		return nil
	}
	r.failed = r.failed || len(object) < count
	return object
}

func (r *jsonReader) list() any {
	if r.depth--; r.depth < 0 {
		return r.fail()
	}
	list, count := []any{}, 0
	for r.more(count, ']') {
		value := r.value()
		if count++; !r.skip {
			list = append(list, value)
		}
	}
	r.depth++
	if r.skip {
		return nil
	}
	return list
}

// more moves to the next of the elements of an object or a list, after count of them, or after its end.
func (r *jsonReader) more(count int, end byte) bool {
	if count == 0 {
		r.at++
	}
	c := r.next()
	if c == end || r.failed {
		r.at++
		return false
	}
	if count > 0 {
		if c != ',' {
			r.failed = true
			return false
		}
		r.at++
		c = r.next()
	}
	r.failed = c == 0
	return !r.failed
}

// number reads a number.
func (r *jsonReader) number() any {
	begin, point, exponent := r.at, false, false
	if r.text[r.at] == '-' {
		r.at++
	}
	if whole := r.digits(); whole == 0 || whole > 1 && r.text[r.at-whole] == '0' {
		return r.fail()
	}
	if r.at < len(r.text) && r.text[r.at] == '.' {
		r.at++
		point = true
		r.failed = r.digits() == 0
	}
	if r.at < len(r.text) && (r.text[r.at] == 'e' || r.text[r.at] == 'E') {
		r.at++
		exponent = true
		if r.at < len(r.text) && (r.text[r.at] == '+' || r.text[r.at] == '-') {
			r.at++
		}
		r.failed = r.failed || r.digits() == 0
	}
	if r.skip || r.failed {
		return nil
	}
	text := string(r.text[begin:r.at])
	if !point && !exponent {
		if i, err := strconv.ParseInt(text, 10, 64); err == nil {
			return i
		}
	}
	f, err := strconv.ParseFloat(text, 64)
	r.failed = err != nil
	return f
}

// digits returns how many digits are next, and moves after them.
func (r *jsonReader) digits() int {
	begin := r.at
	for r.at < len(r.text) && '0' <= r.text[r.at] && r.text[r.at] <= '9' {
		r.at++
	}
	return r.at - begin
}
