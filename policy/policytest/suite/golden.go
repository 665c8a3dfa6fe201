package suite

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/diff"
)

// compare compares an outcome with a golden file, or writes it there.
func (r *Report) compare(file string, got *outcome, o Options) {
	text := got.text()
	want, err := os.ReadFile(file)
	missing := errors.Is(err, os.ErrNotExist)
	switch {
	case err != nil && !missing:
		r.fail(Failure{Message: err.Error()})
	case err == nil && string(want) == text:
	case o.Update:
		r.write(file, text, Written{File: file})
	case missing:
		r.fail(failuref(file, 0, "the file is missing; write it with %s, and review it. The outcome is:\n%s", o.Hint, text))
	default:
		difference := diff.Diff(filepath.Base(file), want, "outcome", []byte(text))
		r.fail(failuref(file, 0, "differs from the outcome; if the outcome is right, update the file with %s\n%s", o.Hint, difference))
	}
}

// write writes a golden file.
func (r *Report) write(file, text string, w Written) {
	err := os.MkdirAll(filepath.Dir(file), 0o777)
	if err == nil {
		err = os.WriteFile(file, []byte(text), 0o666)
	}
	if err != nil {
		r.fail(Failure{Message: err.Error()})
		return
	}
	r.Written = append(r.Written, w)
}
