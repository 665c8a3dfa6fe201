package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"reflect"
	"regexp"
	"strings"
)

// stdinName names standard input in errors.
const stdinName = "standard input"

// readFile reads the reports in a file, at least one.
func readFile(file string, stdin io.Reader) ([]*Report, error) {
	if file == "-" {
		return readAll(stdinName, stdin)
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, inFile(file, err)
	}
	defer f.Close()
	return readAll(file, f)
}

// readAll reads the reports in a stream. File is its name in errors.
func readAll(file string, in io.Reader) (all []*Report, err error) {
	decoder := json.NewDecoder(bufio.NewReader(in))
	for {
		r := &Report{file: file}
		err := decoder.Decode(r)
		switch {
		case errors.Is(err, io.EOF) && len(all) > 0:
			return all, nil
		case errors.Is(err, io.EOF):
			return nil, fmt.Errorf("%s: found nothing, expected the report of a shard", Cut(file))
		case errors.Is(err, io.ErrUnexpectedEOF):
			return nil, fmt.Errorf("%s: %s", Cut(file), truncated(decoder.Buffered()))
		case err != nil && r.Format != "" && r.Format != reportFormat || err == nil && r.Format != reportFormat:
			return nil, r.otherFormat()
		case err != nil:
			return nil, inFile(file, err)
		}
		if err := r.check(); err != nil {
			return nil, err
		}
		all = append(all, r)
	}
}

// inFile returns the error about a file that is not a report.
func inFile(file string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("%s: %w, expected the report of a shard", Cut(file), path.Err)
	}
	return fmt.Errorf("%s: expected the report of a shard: %w", Cut(file), brief(err))
}

// otherFormat returns the error about JSON that is not a report, or a report of another version.
func (r *Report) otherFormat() error {
	if r.Format == "" {
		return fmt.Errorf("%s: found JSON without a format, expected the report of a shard", Cut(r.file))
	}
	return fmt.Errorf("%s: the format is %s, expected %s", Cut(r.file), Cut(r.Format), reportFormat)
}

// headShard finds the shard in the beginning of a truncated report.
var headShard = regexp.MustCompile(`^\s*\{"format":"[^"]{1,100}","shard":(\d{1,9}),"shards":(\d{1,9})`)

// truncated describes a report that ends too early, with its shard if what was read has it.
func truncated(read io.Reader) string {
	head := make([]byte, 200)
	n, _ := io.ReadFull(read, head)
	if found := headShard.FindSubmatch(head[:n]); found != nil {
		return fmt.Sprintf("the report of shard %s of %s is truncated", found[1], found[2])
	}
	return "the JSON is truncated, expected the report of a shard"
}

// brief returns an error without a value, which may be long, and without types of Go.
func brief(err error) error {
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		return errors.New(Cut(err.Error()))
	}
	of := "it"
	if wrong.Field != "" {
		of = Cut(wrong.Field)
	}
	return fmt.Errorf("%s is %s, expected %s", of, article(strings.Fields(Cut(wrong.Value) + " ?")[0]), kindOf(wrong.Type))
}

// article returns a type of JSON as [json.UnmarshalTypeError] has it, with an article.
func article(word string) string {
	switch word {
	case "array", "object":
		return "an " + word
	case "bool":
		return "a boolean"
	}
	return "a " + word
}

// kindOf returns the JSON type that a Go type is decoded from.
func kindOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Slice, reflect.Array:
		return "an array"
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "a boolean"
	case reflect.Pointer:
		return kindOf(t.Elem())
	}
	return "an integer"
}
