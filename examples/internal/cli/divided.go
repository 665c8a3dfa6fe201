package cli

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/examples/internal/shard"
)

// Divided is a subcommand that can be divided into shards. Common is what all shards find alike in the whole input, and Own is what a shard finds
// about what it owns. Both are written as JSON and read again.
type Divided[Common, Own any] struct {
	Input Input
	Shard shard.Shard // the zero Shard: the whole

	// Observe reads the input, and looks at what the shard owns. It prints nothing.
	Observe func(r *Recorder, of shard.Shard) (*Common, *Own)

	// Print prints the result of all shards, or of a single one. It does not read anything.
	Print func(out io.Writer, notes *input.Notes, common *Common, all []*Own) error
}

// Sealer is an Own that must be completed before it is written.
type Sealer interface{ Seal() }

// Run does the whole work, or that of a shard, or prints the reports of all shards. The whole is one shard, whose report is not written.
func (d Divided[Common, Own]) Run(env *Env) {
	switch {
	case env.Reports != nil:
		env.Do(d.Input, func(out io.Writer, notes *input.Notes) error {
			var common Common
			if err := env.Reports[0].decode("common", env.Reports[0].Common, &common); err != nil {
				return err
			}
			all := make([]*Own, len(env.Reports))
			for i, report := range env.Reports {
				all[i] = new(Own)
				if err := report.decode("own", report.Own, all[i]); err != nil {
					return err
				}
				report.Own = nil
			}
			return d.Print(out, notes, &common, all)
		})
	case d.Shard.Of > 0:
		d.report(env)
	default:
		env.Do(d.Input, func(out io.Writer, notes *input.Notes) error {
			common, own := d.Observe(record(env, d.Input, d.Shard), d.Shard)
			return d.Print(out, notes, common, []*Own{own})
		})
	}
}

// report writes the report of a shard:
//
//  1. The status is 0 if the report is complete. What was found, such as documents that are not valid, and the status that it causes, are in the report.
//  2. If a file or path cannot be read, or has no document, these errors are printed instead. Other shards may have read it, so a retry may
//     help: the volume of a pod may not be there yet.
func (d Divided[Common, Own]) report(env *Env) {
	quiet := *env
	quiet.Progress = false
	recorder := record(&quiet, d.Input, d.Shard)
	common, own := d.Observe(recorder, d.Shard)
	if len(recorder.unread) > 0 {
		env.Do(Input{}, func(_ io.Writer, notes *input.Notes) error {
			for _, err := range recorder.unread {
				notes.Fail(err)
			}
			return nil
		})
		return
	}
	if s, ok := any(own).(Sealer); ok {
		s.Seal()
	}
	report := &Report{
		Format: reportFormat, Arguments: env.Args, Shard: d.Shard.Index, Shards: d.Shard.Of,
		Input: recorder.digest(), Unused: d.Input.excluding.Unused(d.Input.Exclude),
	}
	env.Do(Input{}, func(out io.Writer, _ *input.Notes) (err error) {
		if report.Common, err = Raw(common); err != nil {
			return err
		}
		if report.Own, err = Raw(own); err != nil {
			return err
		}
		return WriteReport(out, report)
	})
}

// Raw returns a value as JSON for a report.
func Raw(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
