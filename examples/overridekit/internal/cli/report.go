package cli

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"

	"github.com/overridekit/overridekit/examples/overridekit/internal/shard"
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

	Common json.RawMessage `json:"common"` // about the whole input: the same in all reports
	Own    json.RawMessage `json:"own"`    // about what the shard owns

	file string
}

// WriteReport writes a report.
func WriteReport(out io.Writer, r *Report) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(r)
}

// decode decodes a part of a report.
func (r *Report) decode(part string, text json.RawMessage, into any) error {
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%s, shard %d: %s: %w", r.file, r.Shard, part, brief(err))
	}
	return nil
}

// brief returns an error without a value, which may be long.
func brief(err error) error {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return fmt.Errorf("%s is %s, expected %s", cmp.Or(Cut(wrong.Field), "it"), Cut(wrong.Value), wrong.Type)
	}
	return errors.New(Cut(err.Error()))
}

// ReadReports reads the reports of all shards of a command, in any order, and returns them in the order of the shards. The memory is that of the reports.
func ReadReports(files []string) ([]*Report, error) {
	reports := make([]*Report, 0, len(files))
	for _, file := range files {
		r, err := readReport(file)
		if err != nil {
			return nil, err
		}
		reports = append(reports, r)
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
	var names []string
	next, count := 0, 0
	for i := range of {
		for next < len(reports) && reports[next].Shard < i {
			next++
		}
		if next < len(reports) && reports[next].Shard == i {
			continue
		}
		if count++; count <= 10 {
			names = append(names, fmt.Sprint(i))
		}
	}
	return fmt.Errorf("found the reports of %d of %s, missing: shard %s", of-count, Plural(of, "shard"), FewOf(names, count))
}

// readReport reads a file.
func readReport(file string) (*Report, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := &Report{file: file}
	decoder := json.NewDecoder(bufio.NewReader(f))
	switch err := decoder.Decode(r); {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, fmt.Errorf("%s: the report is truncated%s", Cut(file), shardOf(f))
	case err != nil && r.Format != "" && r.Format != reportFormat:
		return nil, r.otherFormat()
	case err != nil:
		return nil, fmt.Errorf("%s: expected the report of a shard: %w", Cut(file), brief(err))
	}
	if r.Format != reportFormat {
		return nil, r.otherFormat()
	}
	if rest, err := io.ReadAll(io.LimitReader(decoder.Buffered(), 1<<16)); err == nil && len(bytes.TrimSpace(rest)) > 0 {
		return nil, fmt.Errorf("%s: expected one report, found more after it", Cut(file))
	}
	return r, r.check()
}

// otherFormat returns the error about a file that is not a report, or one of another version.
func (r *Report) otherFormat() error {
	if r.Format == "" {
		return fmt.Errorf("%s: expected the report of a shard, found no format", Cut(r.file))
	}
	return fmt.Errorf("%s: the format is %s, expected %s", Cut(r.file), Cut(r.Format), reportFormat)
}

// headShard finds the shard in the beginning of a truncated report.
var headShard = regexp.MustCompile(`^\s*\{"format":"[^"]{1,100}","shard":(\d{1,9}),"shards":(\d{1,9})`)

// shardOf names the shard of a truncated report, if the beginning of the file has it.
func shardOf(f *os.File) string {
	head := make([]byte, 200)
	n, _ := f.ReadAt(head, 0)
	if found := headShard.FindSubmatch(head[:n]); found != nil {
		return fmt.Sprintf(" (shard %s of %s)", found[1], found[2])
	}
	return ""
}

// check checks the parts that all reports have.
func (r *Report) check() error {
	file := Cut(r.file)
	switch {
	case r.Shards < 1 || r.Shards > shard.Most:
		return fmt.Errorf("%s: the number of shards is %d, expected 1 to %d", file, r.Shards, shard.Most)
	case r.Shard < 0 || r.Shard >= r.Shards:
		return fmt.Errorf("%s: the shard is %d, expected 0 to %d", file, r.Shard, r.Shards-1)
	case len(r.Arguments) == 0 || r.Input == "":
		return fmt.Errorf("%s, shard %d: the arguments or the digest of the input are missing", file, r.Shard)
	case len(r.Common) == 0 || len(r.Own) == 0:
		return fmt.Errorf("%s, shard %d: the report is truncated", file, r.Shard)
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
		return fmt.Errorf("%s are of different inputs", of)
	case !bytes.Equal(r.Common, other.Common):
		return fmt.Errorf("%s differ about the whole input, which was the same", of)
	}
	return nil
}
