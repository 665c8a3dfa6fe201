package suite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/files"
)

// defaultNamespace is the namespace of documents without one, unless a case says another.
const defaultNamespace = "default"

// library decodes each file once for each namespace. It is safe for concurrent use.
type library struct {
	mu      sync.Mutex
	entries map[files.File]*entry // by absolute path
}

// entry is a file of the library.
type entry struct {
	files.File // as it was named first
	path       string
	number     uint32 // of the entry in the library

	mu       sync.Mutex
	readings map[string]*reading // by namespace
}

// reading is the content of a file.
type reading struct {
	once   sync.Once
	source *files.Source
	err    error // the file cannot be read; the source has the errors of its documents
}

func newLibrary() *library { return &library{entries: map[files.File]*entry{}} }

// entry returns the entry of a file. A file that is named and also found in a folder has two.
func (l *library) entry(f files.File) *entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	key := files.File{Name: absolute(f.Name), InFolder: f.InFolder}
	if l.entries[key] == nil {
		l.entries[key] = &entry{File: f, path: key.Name, number: uint32(len(l.entries)), readings: map[string]*reading{}}
	}
	return l.entries[key]
}

// read decodes a file, unless it is already decoded. The namespace is that of documents without one.
func (e *entry) read(namespace string) (*files.Source, error) {
	e.mu.Lock()
	r := e.readings[namespace]
	if r == nil {
		r = &reading{}
		e.readings[namespace] = r
	}
	e.mu.Unlock()
	r.once.Do(func() {
		if r.err = checkFile(e.Name); r.err == nil {
			r.source = files.Reader{Decoder: policy.Decoder{Namespace: namespace}}.ReadFile(e.File)
		}
	})
	return r.source, r.err
}

// readWhole is read for a file in which every document must be good.
func (e *entry) readWhole(namespace string) []error {
	source, err := e.read(namespace)
	if err != nil {
		return []error{err}
	}
	var errs []error
	for _, err := range source.Report().Errors {
		errs = append(errs, failureOf(err))
	}
	return errs
}

// hasDocument reports whether a file has a document that is not ignored.
func (e *entry) hasDocument(namespace string) bool {
	source, err := e.read(namespace)
	return err == nil && source.Bundle().Documents > len(source.Report().Ignored)
}

// failureOf returns an error of package files with the line of the document as its place.
func failureOf(err error) error {
	var in *files.Error
	if !errors.As(err, &in) {
		return err
	}
	line := in.Place.Line
	var document *policy.Error
	if errors.As(in.Err, &document) && line == 0 {
		line = document.Line
	}
	return Failure{File: in.Place.File, Line: line, Message: withoutPlace(in.Err)}
}

// withoutPlace returns the text of an error of package files or policy without its document and line, which the failure has.
func withoutPlace(err error) string {
	var document *policy.Error
	if !errors.As(err, &document) || document.Err == nil {
		return err.Error()
	}
	return strings.TrimPrefix(err.Error(), strings.TrimSuffix(document.Error(), document.Err.Error()))
}

// asFailure returns an error as a failure.
func asFailure(err error) Failure {
	var f Failure
	if !errors.As(err, &f) {
		f.Message = err.Error()
	}
	return f
}

// checkFile returns an error unless a name is that of a regular file: to read a pipe or a device may take forever.
func checkFile(name string) error {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		found := "a pipe, a socket or a device"
		if info.IsDir() {
			found = "a folder"
		}
		return fmt.Errorf("%s: found %s, expected a file", name, found)
	}
	return err
}

// absolute returns the absolute path of a file, to compare it with others.
func absolute(name string) string {
	if full, err := filepath.Abs(name); err == nil {
		return full
	}
	return filepath.Clean(name)
}
