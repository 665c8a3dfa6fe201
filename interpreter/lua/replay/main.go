// Command replay answers recorded cases of Lua customizations. It reads JSON lines and writes one JSON line for each case, in the same order.
// It never stops at an invalid case.
//
//	replay < cases.jsonl > results.jsonl
//	replay -compare < cases.jsonl
//
// An answer is {"name", "want"}, {"name", "error"} or {"name", "notEnabled"}. With -compare, cases are recordings: each line has the answer
// of Karmada, too. Then the command writes what differs, and counts. It exits with 1 if anything differs that package lua does not document.
//
// A case has an "op", and a "script" for the kind "kind" of "apiVersion", or a list of whole "customizations":
//
//	op                    inputs                              want
//	InterpretReplica      "object"                            {"replicas", "requirements"}
//	InterpretComponent    "object"                            a list, or null
//	ReviseReplica         "object", "replicas"                {"object"}
//	Retain                "desired", "observed"               {"object"}
//	AggregateStatus       "object", "items", a list or null   {"object"}
//	InterpretStatus       "object"                            the status
//	InterpretHealth       "object"                            {"healthy"}
//	InterpretDependency   "object"                            a list
//	HookEnabled           "operation"                         {"enabled"}
//	Sequence              "steps", cases without a name       a list of answers
//	Validate              "existing", "customization"         {"allowed"}
//
// The current time is "NOW".
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

func main() {
	comparing := flag.Bool("compare", false, "compare with the recorded answers")
	flag.Parse()
	if *comparing {
		report, err := compare(os.Stdin)
		if err != nil {
			fail(err)
		}
		fmt.Print(report)
		if len(report.different) > 0 {
			os.Exit(1)
		}
		return
	}
	if err := replay(os.Stdin, os.Stdout); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "replay:", err)
	os.Exit(1)
}

// replay answers every line. It fails only if reading or writing fails.
func replay(in io.Reader, out io.Writer) error {
	w := bufio.NewWriter(out)
	encoder := json.NewEncoder(w)
	err := lines(in, func(line []byte) error { return encoder.Encode(answer(line)) })
	return errors.Join(err, w.Flush())
}

// lines calls f for every line.
func lines(in io.Reader, f func([]byte) error) error {
	r := bufio.NewReaderSize(in, 1<<20)
	for {
		line, err := r.ReadBytes('\n')
		if len(line) > 1 {
			if err := f(line); err != nil {
				return err
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}
