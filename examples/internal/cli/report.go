package cli

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/overridekit/overridekit/examples/internal/shard"
)

// reportFormat is the version of the format.
const reportFormat = "overridekit-shard/1"

// Report is what a shard writes: one JSON object. Another version of the command may have another format. Common and Own differ between subcommands.
type Report struct {
	Format    string   `json:"format"`    // "overridekit-shard/1"
	Shard     int      `json:"shard"`     // counted from 0
	Shards    int      `json:"shards"`    // how many there are
	Arguments []string `json:"arguments"` // the command line, except --shard; the first is the subcommand
	Input     string   `json:"input"`     // a digest of the documents that were read
	Unused    []string `json:"unused"`    // patterns of --exclude that left out nothing
	Digest    string   `json:"digest"`    // of everything else, set by WriteReport

	Common json.RawMessage `json:"common"` // about the whole input: the same in all reports
	Own    json.RawMessage `json:"own"`    // about what the shard owns

	file string
}

// Wrap returns an error with the file and the shard.
func (r *Report) Wrap(err error) error {
	return fmt.Errorf("%s, shard %d: %w", Cut(r.file), r.Shard, err)
}

// WriteReport writes a report with its digest. Common and Own must be as [Raw] returns them.
func WriteReport(out io.Writer, r *Report) error {
	r.Digest = r.digest()
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(r)
}

// decode decodes a part of a report.
func (r *Report) decode(part string, text json.RawMessage, into any) error {
	if err := json.Unmarshal(text, into); err != nil {
		return r.Wrap(fmt.Errorf("%s: %w", part, brief(err)))
	}
	return nil
}

// ReadReports reads the reports of all shards of a command, in any order, and returns them in the order of the shards. Each file has one or more
// reports, and "-" is standard input. The memory is that of the reports.
func ReadReports(files []string, stdin io.Reader) ([]*Report, error) {
	var reports []*Report
	for _, file := range files {
		read, err := readFile(file, stdin)
		if err != nil {
			return nil, err
		}
		reports = append(reports, read...)
	}
	first, common := reports[0], reports[0].Common
	for _, r := range reports[1:] {
		if err := first.differs(r); err != nil {
			return nil, err
		}
		r.Common = nil // it is the same
	}
	slices.SortStableFunc(reports, func(a, b *Report) int { return cmp.Compare(a.Shard, b.Shard) })
	for i, r := range reports {
		switch {
		case i > 0 && r.Shard == reports[i-1].Shard:
			return nil, fmt.Errorf("shard %d is given twice: in %s and %s", r.Shard, Cut(reports[i-1].file), Cut(r.file))
		case r.Shard != i:
			return nil, missing(reports, first.Shards)
		}
	}
	if len(reports) < first.Shards {
		return nil, missing(reports, first.Shards)
	}
	reports[0].Common = common
	return reports, nil
}

// missing returns the error about the shards that have no report.
func missing(reports []*Report, of int) error {
	found := map[int]bool{}
	for _, r := range reports {
		found[r.Shard] = true
	}
	var names []string
	for i := range of {
		if !found[i] {
			names = append(names, fmt.Sprint(i))
		}
	}
	shards := "shards "
	if len(names) == 1 {
		shards = "shard "
	}
	return fmt.Errorf("found the reports of %d of %s, missing: %s", len(found), Plural(of, "shard"), shards+Few(names, 10))
}

// check checks the parts that all reports have.
func (r *Report) check() error {
	switch {
	case r.Shards < 1 || r.Shards > shard.Max:
		return fmt.Errorf("%s: the number of shards is %d, expected 1 to %d", Cut(r.file), r.Shards, shard.Max)
	case r.Shard < 0 || r.Shard >= r.Shards:
		return fmt.Errorf("%s: the shard is %d, expected 0 to %d", Cut(r.file), r.Shard, r.Shards-1)
	}
	for _, part := range []struct {
		name string
		size int
	}{{"arguments", len(r.Arguments)}, {"input", len(r.Input)}, {"digest", len(r.Digest)}, {"common", len(r.Common)}, {"own", len(r.Own)}} {
		if part.size == 0 {
			return fmt.Errorf("%s, shard %d: %q is missing, expected a whole report", Cut(r.file), r.Shard, part.name)
		}
	}
	if found := r.digest(); found != r.Digest {
		return r.Wrap(fmt.Errorf("the report was changed after it was written: its digest is %s, expected %s", found, Cut(r.Digest)))
	}
	return nil
}

// differs returns an error if another report is not of the same command line and input.
func (r *Report) differs(other *Report) error {
	of := fmt.Sprintf("%s (shard %d) and %s (shard %d)", Cut(r.file), r.Shard, Cut(other.file), other.Shard)
	switch {
	case r.Shards != other.Shards:
		return fmt.Errorf("%s are of %d and %s", of, r.Shards, Plural(other.Shards, "shard"))
	case !slices.Equal(r.Arguments, other.Arguments):
		return fmt.Errorf("%s have different arguments: found %s and %s", of, Few(r.Arguments, 20), Few(other.Arguments, 20))
	case r.Input != other.Input:
		return fmt.Errorf("%s are of different inputs: found the digests %s and %s", of, Cut(r.Input), Cut(other.Input))
	case !bytes.Equal(r.Common, other.Common):
		return fmt.Errorf("%s have different values of common, expected the same value for the same input", of)
	}
	return nil
}
