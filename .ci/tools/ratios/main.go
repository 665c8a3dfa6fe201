// Command ratios turns the output of the benchmarks of override into the table of the README: medians, as multiples of the
// time that copying the fixture takes in the same run.
//
//	go test -run '^$' -bench . -count 10 ./override | go -C .ci/tools run ./ratios -w ../../README.md
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
)

// rows are the lines of the table: a benchmark, what it is, and what Karmada takes for it in the same unit where that was
// measured, 0 where it was not.
var rows = []struct {
	benchmark, what string
	upstream        float64
}{
	{"B1/object", "one policy, one image override", 33},
	{"B1/changes", "– the changes only, without the object", 0},
	{"B2/object", "one policy, every overrider", 88},
	{"B3/object", "1,000 policies, three match", 77},
	{"B4/object", "10,000 policies, three match", 290},
	{"B6/object", "100,000 policies, three match", 0},
	{"B5/object", "500 clusters × 20 policies, one by one", 192_000},
	{"Variants/b5", "500 clusters × 20 policies, each distinct result once", 192_000},
	{"Variants/regions", "– with rules for regions and zones: 30 distinct results", 0},
	{"Select", "an object of a kind that none of 10,000 policies is for", 270},
	{"Compile", "compile and index 10,000 policies", 0},
	{"With/with", "one policy more in a set of 10,000", 0},
	{"Explain", "explain one object against 10,000 policies", 0},
	{"Inventory", "2,000 objects × 500 clusters × 1,000 policies, all changes", 0},
	{"Large/resource/changes", "one edit of a custom resource of 200 KB", 0},
	{"Large/text/changes", "one edit inside a YAML text of 100 KB", 0},
}

const (
	unit  = "DeepCopy"
	begin = "<!-- figures: begin -->\n"
	end   = "<!-- figures: end -->\n"
)

func main() {
	readme := flag.String("w", "", "the `FILE` in which the table is written anew; without it the table is printed")
	flag.Parse()
	if err := run(os.Stdin, *readme); err != nil {
		fmt.Fprintln(os.Stderr, "ratios:", err)
		os.Exit(1)
	}
}

func run(in io.Reader, readme string) error {
	medians, err := read(in)
	if err != nil {
		return err
	}
	text, err := table(medians)
	if err != nil || readme == "" {
		fmt.Print(text)
		return err
	}
	old, err := os.ReadFile(readme)
	if err != nil {
		return err
	}
	before, rest, found := strings.Cut(string(old), begin)
	_, after, found2 := strings.Cut(rest, end)
	if !found || !found2 {
		return fmt.Errorf("%s has no lines %q and %q", readme, strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	return os.WriteFile(readme, []byte(before+begin+text+end+after), 0o644)
}

// read finds the median of the nanoseconds of each benchmark.
func read(in io.Reader) (map[string]float64, error) {
	all := map[string][]float64{}
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) < 4 || !strings.HasPrefix(words[0], "Benchmark") || words[3] != "ns/op" {
			continue
		}
		name := strings.TrimPrefix(words[0], "Benchmark")
		if at := strings.LastIndexByte(name, '-'); at > 0 {
			name = name[:at] // the number of processors
		}
		ns, err := strconv.ParseFloat(words[2], 64)
		if err != nil {
			return nil, err
		}
		all[name] = append(all[name], ns)
	}
	medians := map[string]float64{}
	for name, times := range all {
		slices.Sort(times)
		medians[name] = (times[(len(times)-1)/2] + times[len(times)/2]) / 2
	}
	return medians, lines.Err()
}

func table(medians map[string]float64) (string, error) {
	copying := medians[unit]
	if copying == 0 {
		return "", fmt.Errorf("the input has no Benchmark%s", unit)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "| | overridekit | Karmada | |\n|---|---:|---:|---:|\n")
	for _, row := range rows {
		ns := medians[row.benchmark]
		if ns == 0 {
			continue // it was not measured
		}
		upstream, times := "", ""
		if row.upstream > 0 {
			upstream, times = number(row.upstream), number(row.upstream/(ns/copying))+" times faster"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", row.what, number(ns/copying), upstream, times)
	}
	return b.String(), nil
}

// number has three digits that count, and commas.
func number(v float64) string {
	switch {
	case v < 0.1:
		return strconv.FormatFloat(v, 'f', 3, 64)
	case v < 10:
		return strconv.FormatFloat(v, 'f', 2, 64)
	case v < 100:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	text := strconv.FormatFloat(v, 'f', 0, 64)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
