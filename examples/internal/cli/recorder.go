package cli

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"hash"
	"io/fs"
	"slices"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/examples/internal/shard"
)

// Recorder keeps the notes, warnings and errors of a subcommand, to print them later.
type Recorder struct {
	Env   *Env // of the process, but its Err is the recorder's
	Notes *input.Notes

	Progress *Env // of the process, for its progress

	text   bytes.Buffer
	unread []error   // about files and paths
	input  hash.Hash // nil: the input has no digest
}

// record returns a recorder. That of a shard makes a digest of the input.
func record(env *Env, in Input, of shard.Shard) *Recorder {
	r := &Recorder{Progress: env}
	if of.Of > 0 {
		r.input = sha256.New()
	}
	quiet := *env
	quiet.Err, quiet.Unread = &r.text, &r.unread
	r.Env, r.Notes = &quiet, &input.Notes{Out: &r.text, Verbose: in.Verbose}
	return r
}

// Take returns what was noted since the last call, and forgets it.
func (r *Recorder) Take() input.Noted {
	noted := input.Noted{Text: r.text.String(), Status: r.Notes.Status, Warnings: r.Notes.Warnings, Changed: r.Notes.Changed}
	r.text.Reset()
	r.Notes.Status, r.Notes.Warnings, r.Notes.Changed = 0, 0, false
	return noted
}

// Reads adds what was read to the digest of the input.
func (r *Recorder) Reads(bundle *input.Bundle) {
	if r.input == nil {
		return
	}
	encoder := json.NewEncoder(r.input)
	for _, part := range []any{
		bundle.Overrides, bundle.KubeAdmiralOverrides, bundle.Propagation, bundle.ClusterObjects, bundle.Clusters, bundle.TaintPolicies,
		bundle.Bindings, bundle.Works,
	} {
		_ = encoder.Encode(part) // what was decoded from JSON is JSON
	}
	for _, o := range slices.Concat(bundle.Objects, bundle.Unread) { // some of the others are scripts
		_ = encoder.Encode(o.Object)
	}
}

// CannotRead records an error about a file that was named, if it is that of the file system.
func (r *Recorder) CannotRead(err error) {
	var of *fs.PathError
	if errors.As(err, &of) {
		r.unread = append(r.unread, err)
	}
}

// Key returns a key that cannot be computed without the whole input. It is nil if there is no shard, and so no report.
func (r *Recorder) Key() []byte {
	if r.input == nil {
		return nil
	}
	return r.input.Sum(nil)
}

// digest returns a digest of the key.
func (r *Recorder) digest() string {
	sum := sha256.Sum256(r.Key())
	return "sha256:" + hex.EncodeToString(sum[:])
}
