package files

import (
	"errors"
	"io"
	"os"
	"slices"

	"github.com/overridekit/overridekit/override/inorder"
	"github.com/overridekit/overridekit/policy"
)

// Reader reads files and folders. The zero value is usable. It is safe for concurrent use, except for its standard input.
type Reader struct {
	Decoder policy.Decoder // decodes each file
	Stdin   io.Reader      // for the path "-"; nil: the path is an error
	Exclude []string       // patterns of files and folders to ignore in folders, see [CheckPattern]
}

// File is a file to read.
type File struct {
	Name     string // its path, or "-" for standard input
	InFolder bool   // it was found in a folder: documents that are not Kubernetes objects are ignored
}

// stdin is the path of standard input.
const stdin = "-"

// title returns the name of the file in messages.
func (f File) title() string {
	if f.Name == stdin {
		return "standard input"
	}
	return f.Name
}

// Read reads files and folders. It reports what cannot be read, and returns the rest:
//
//  1. Every document that cannot be read is an error, see [policy.Decode].
//  2. A path without any document is an error: the program that writes it may have failed. An input that is meant to be empty is
//     an empty List.
//  3. A file that several paths name is read once, with a warning.
//  4. Read warns of objects with neither a name nor a generateName: an API server refuses them.
//  5. The content is merged, see [Merge].
//
// Files are read on as many cores as [policy.Decoder.Workers] says. The result is the same for any number.
//
// The bundle is never nil, and neither is the report.
func (r Reader) Read(paths ...string) (*Bundle, *Report) {
	var sources []*Source
	finder := r.newFinder()
	for _, path := range paths {
		found, report := finder.find(path)
		sources = append(sources, &Source{report: *report})
		read := r.readAll(found)
		sources = append(sources, read...)
		if len(read) > 0 && finder.again == 0 && !slices.ContainsFunc(read, (*Source).hasDocument) {
			sources = append(sources, &Source{report: Report{Errors: []error{noDocument(path)}}})
		}
	}
	bundle, report := Merge(sources...)
	report.Errors = slices.Concat(r.checkPatterns(), report.Errors)
	return bundle, report
}

// readAll reads files, several at once unless [policy.Decoder.Workers] is 1.
func (r Reader) readAll(found []File) []*Source {
	if len(found) == 1 { // perhaps standard input
		return []*Source{r.ReadFile(found[0])}
	}
	return slices.AppendSeq(make([]*Source, 0, len(found)), inorder.Map(r.Decoder.Workers, slices.Values(found), r.ReadFile))
}

// noDocument is the error for a path without documents.
func noDocument(path string) error {
	return &Error{Place{File: File{Name: path}.title()},
		errors.New("no document was found; if the input is meant to be empty, use {apiVersion: v1, kind: List, items: []}")}
}

// hasDocument reports whether a document was read and not ignored, or cannot be read.
func (s *Source) hasDocument() bool {
	return len(s.report.Errors) > 0 || s.Bundle().Documents > len(s.report.Ignored)
}

// ReadFile reads and decodes one file. If the file cannot be opened, the source has only the error.
func (r Reader) ReadFile(f File) *Source {
	if f.Name == stdin {
		return r.Decode(f, r.Stdin)
	}
	content, err := os.Open(f.Name)
	if err != nil {
		return &Source{file: f, report: Report{Errors: []error{notOpened(f.Name, err)}}}
	}
	defer content.Close()
	return r.Decode(f, content)
}
