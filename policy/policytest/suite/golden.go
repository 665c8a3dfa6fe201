package suite

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/overridekit/overridekit/override/redact"
)

// golden is what a golden file must have.
type golden struct {
	file     string
	text     string                               // empty: the file must not exist
	optional bool                                 // the file is compared only if it exists
	objects  bool                                 // the text has objects, whose values may be hidden
	differ   func(want string, m *masker) string  // returns the difference of the outcome and a file without hidden values; nil: a plain one
	changes  func(want string) (changed []string) // what differs, in short; nil: not known
}

// compareText compares a text with a golden file, or writes it there.
func (r *Report) compareText(g golden, o Options) {
	want, err := readGolden(g.file)
	missing := errors.Is(err, os.ErrNotExist)
	shown := newMasker(redact.Nothing)
	if g.objects {
		shown = newMasker(o.Hide)
	}
	switch {
	case err != nil && !missing:
		r.fail(aboutFile(g.file, err))
	case missing && (g.optional || g.text == ""):
	case !missing && string(want) == g.text && g.text != "":
	case o.Update:
		r.update(g, want, missing)
	case missing:
		text := firstLines(shown.text(g.text))
		if g.objects {
			text = titlesOf(text)
		}
		r.fail(failuref(g.file, 0, "the file is missing; write it%s, and review it. The outcome is:\n%s", o.with(), text))
	case g.text == "":
		r.fail(failuref(g.file, 0, "the file must not exist: there is nothing left to report; remove it%s", o.with()))
	default:
		line := firstDifference(string(want), g.text)
		differ := g.differ
		if differ == nil {
			differ = func(want string, m *masker) string {
				return firstLines(string(diff.Diff(filepath.Base(g.file), []byte(want), "outcome", []byte(m.text(g.text)))))
			}
		}
		difference := strings.TrimSuffix(differ(shown.text(string(want)), shown), "\n")
		r.fail(failuref(g.file, line, "differs from the outcome; if the outcome is right, update the file%s\n%s", o.with(), difference))
	}
}

// update writes or removes a golden file.
func (r *Report) update(g golden, want []byte, missing bool) {
	w := Written{File: g.file, Removed: g.text == ""}
	var err error
	switch {
	case w.Removed:
		if err = r.checkLinks(g.file, "remove"); err == nil {
			err = os.Remove(g.file)
		}
	default:
		err = r.writeGolden(g.file, g.text)
		if !missing && g.changes != nil {
			w.Changes = titles(g.changes(string(want)))
		}
	}
	if err != nil {
		r.fail(aboutFile(g.file, err))
		return
	}
	r.Written = append(r.Written, w)
}

// aboutFile returns an error about a file, which it may name, as a failure.
func aboutFile(file string, err error) Failure {
	var of *fs.PathError
	if errors.As(err, &of) && of.Path == file {
		err = of.Err
	}
	return Failure{File: file, Message: strings.TrimPrefix(err.Error(), file+": ")}
}

// writeGolden writes a golden file, and its folder.
func (r *Report) writeGolden(file, text string) error {
	if err := r.checkLinks(file, "write"); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(text), 0o666)
}

// checkLinks returns an error if there is a symbolic link on the way from the folder of the case to a golden file, or in its place: a target may be
// anything.
func (r *Report) checkLinks(file, verb string) error {
	root := filepath.Dir(file)
	if r.Case != nil {
		root = filepath.Clean(r.Case.folder)
	} else if filepath.Base(root) == wantFolder {
		root = filepath.Dir(root)
	}
	for name := filepath.Clean(file); name != root && name != filepath.Dir(name); name = filepath.Dir(name) {
		if info, err := os.Lstat(name); err == nil && info.Mode()&os.ModeSymlink != 0 {
			return fmt.Errorf("%s is a symbolic link, which is not followed; remove it to %s the file", name, verb)
		}
	}
	return nil
}

// with returns how to update, for the end of a message.
func (o Options) with() string {
	if o.Hint == "" {
		return ""
	}
	return " with " + o.Hint
}

// maxGolden is the size of the largest golden file that is read.
const maxGolden = 256 << 20

// readGolden reads a golden file. Git may have written it with the line ends of Windows, which no outcome has.
func readGolden(file string) ([]byte, error) {
	text, err := readLimited(file, maxGolden)
	return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), err
}

// maxLines is how many lines of an outcome or a difference a failure has.
const maxLines = 2000

// firstLines returns the first lines of a text, and the number of the others.
func firstLines(text string) string {
	end := 0
	for range maxLines {
		at := strings.IndexByte(text[end:], '\n')
		if at < 0 {
			return text
		}
		end += at + 1
	}
	if end == len(text) {
		return text
	}
	return fmt.Sprintf("%s…and %d more lines\n", text[:end], strings.Count(text[end:], "\n"))
}

// firstDifference returns the first line of want that got does not have in this place.
func firstDifference(want, got string) int {
	line := 1
	for len(want) > 0 && len(got) > 0 {
		a, restA, _ := strings.Cut(want, "\n")
		b, restB, _ := strings.Cut(got, "\n")
		if a != b {
			break
		}
		want, got, line = restA, restB, line+1
	}
	return line
}

// partMark separates the parts of want.yaml.
const partMark = "---\n"
