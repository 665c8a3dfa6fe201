// Command ratios turns the output of the benchmarks of override into the table of figures of the READMEs: medians, in microseconds
// and as multiples of the time of one DeepCopy of the object in the same run.
//
//	go test -run '^$' -bench . -count 10 ./override | go -C .ci/tools run ./ratios -w ../..
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const (
	unit  = "DeepCopy"
	begin = "<!-- figures: begin -->\n"
	end   = "<!-- figures: end -->\n"
)

func main() {
	dir := flag.String("w", "", "write the table to the READMEs in this `FOLDER` instead of printing it")
	names := flag.Bool("names", false, "print the pattern of the benchmarks of the table, and read nothing")
	flag.Parse()
	if *names {
		fmt.Println(pattern())
		return
	}
	if err := run(os.Stdin, os.Stdout, *dir); err != nil {
		fmt.Fprintln(os.Stderr, "ratios:", err)
		os.Exit(1)
	}
}

// pattern returns the argument of go test -bench that selects the benchmarks of the table.
func pattern() string {
	names := []string{unit}
	for _, r := range rows {
		name, _, _ := strings.Cut(r.benchmark, "/")
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return "^Benchmark(" + strings.Join(names, "|") + ")$"
}

func run(in io.Reader, out io.Writer, dir string) error {
	medians, err := read(in)
	if err != nil {
		return err
	}
	for _, p := range pages {
		text, err := table(medians, p)
		if err != nil {
			return err
		}
		if dir == "" {
			_, err = fmt.Fprintf(out, "%s:\n\n%s\n", p.file, text)
		} else {
			err = write(filepath.Join(dir, p.file), text)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// write replaces what is between the marks in a file.
func write(file, text string) error {
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, rest, found := strings.Cut(string(old), begin)
	_, after, found2 := strings.Cut(rest, end)
	if !found || !found2 {
		return fmt.Errorf("%s does not have the lines %q and %q", file, strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	return os.WriteFile(file, []byte(before+begin+text+end+after), 0o644)
}

// read returns the median time of each benchmark in nanoseconds.
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
			name = name[:at] // without the number of processors
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

// table returns the table for a page. Rows that were not measured are left out.
func table(medians map[string]float64, p page) (string, error) {
	copying := medians[unit]
	if copying == 0 {
		return "", fmt.Errorf("the input does not have Benchmark%s", unit)
	}
	var b strings.Builder
	fmt.Fprintf(&b, p.unit+"\n\n", copying/1000)
	fmt.Fprintf(&b, "| | %s |\n|---|---:|---:|---:|---:|\n", strings.Join(p.columns, " | "))
	for _, row := range rows {
		ns := medians[row.benchmark]
		if ns == 0 {
			continue
		}
		upstream, times := "", ""
		if row.upstream > 0 {
			upstream, times = number(row.upstream), number(row.upstream/(ns/copying))
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", p.text(row), number(ns/1000), number(ns/copying), upstream, times)
	}
	return b.String(), nil
}

// number formats v with three significant digits, or all digits before the point, and commas.
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
