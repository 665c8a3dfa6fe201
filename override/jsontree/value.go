package jsontree

// ValueError is a value of a document that is not what is expected at its place.
type ValueError struct {
	Pointer  Pointer
	Found    string // "a list", "missing", the string "x"
	Expected string // "a string"
	Err      error  // why, where there is more to say
}

// NotA is a [ValueError] about what was found at p; if nothing exists there, it is missing.
func NotA(p Pointer, found any, exists bool, expected string) *ValueError {
	e := &ValueError{Pointer: p, Found: "missing", Expected: expected}
	if exists {
		e.Found = Describe(found)
	}
	return e
}

// Error returns, for example: /metadata/labels is a list, expected an object.
func (e *ValueError) Error() string {
	at := e.Pointer.clipped()
	if at == "" {
		at = "the document"
	}
	text := at + " is " + e.Found + ", expected " + e.Expected
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns Err.
func (e *ValueError) Unwrap() error {
	return e.Err
}
