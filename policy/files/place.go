package files

import (
	"fmt"

	"github.com/overridekit/overridekit/override"
)

// Place is a place in a file. The zero value is an unknown place.
type Place struct {
	File     string // as the path was given, or below a folder that was given
	Document int    // counted from 1; 0: not known
	Line     int    // of the file, counted from 1; 0: not known
}

// String returns, for example, "web.yaml:12". A line that is not known is left out.
func (p Place) String() string {
	if p.Line == 0 || p.File == "" {
		return p.File
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// Prefix returns the place as the prefix of a message: "web.yaml:12: ". It is empty if the file is not known.
func (p Place) Prefix() string {
	if p.File == "" {
		return ""
	}
	return p.String() + ": "
}

// ClusterRef returns the name by which [Bundle.Place] and [Source.Without] know a cluster of any dialect.
func ClusterRef(name string) override.Ref { return override.Ref{Kind: "Cluster", Name: name} }
