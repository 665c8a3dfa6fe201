package cli

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"hash"

	"github.com/overridekit/overridekit/examples/internal/input"
)

// Recorder keeps the notes, warnings and errors of a subcommand, to print them later.
type Recorder struct {
	Env   *Env // of the process, but its Err is the recorder's
	Notes *input.Notes

	Progress *Env // of the process, for its progress

	text  bytes.Buffer
	input hash.Hash
}

// record returns a recorder.
func record(env *Env, in Input) *Recorder {
	r := &Recorder{Progress: env, input: sha256.New()}
	quiet := *env
	quiet.Err = &r.text
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
	encoder := json.NewEncoder(r.input)
	for _, part := range []any{
		bundle.Overrides, bundle.KubeAdmiralOverrides, bundle.Propagation, bundle.ClusterObjects, bundle.Clusters, bundle.TaintPolicies,
		bundle.Bindings, bundle.Works,
	} {
		_ = encoder.Encode(part) // what was decoded from JSON is JSON
	}
	for _, o := range bundle.Objects {
		_ = encoder.Encode(o.Object)
	}
}

// Key returns a key that only who has the whole input can compute.
func (r *Recorder) Key() []byte { return r.input.Sum(nil) }

// digest returns a digest of the key.
func (r *Recorder) digest() string {
	sum := sha256.Sum256(r.Key())
	return "sha256:" + hex.EncodeToString(sum[:])
}
