package files

import (
	"io"
	"os"

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

// Read reads files and folders. It reports what cannot be read, and returns the rest. The bundle is never nil, and neither is the report.
func (r Reader) Read(paths ...string) (*Bundle, *Report) {
	var sources []*Source
	for _, path := range paths {
		found, report := r.Find(path)
		sources = append(sources, &Source{report: *report})
		for _, file := range found {
			sources = append(sources, r.ReadFile(file))
		}
	}
	return Merge(sources...)
}

// ReadFile reads and decodes one file. If the file cannot be opened, the source has only the error.
func (r Reader) ReadFile(f File) *Source {
	if f.Name == stdin {
		return r.Decode(f, r.Stdin)
	}
	content, err := os.Open(f.Name)
	if err != nil {
		return &Source{file: f, report: Report{Errors: []error{err}}}
	}
	defer content.Close()
	return r.Decode(f, content)
}
