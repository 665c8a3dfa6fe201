// Command gen writes the table of fields that package typed reads. It reads the Go types of k8s.io/api, and has its own module,
// so that importing typed does not require those.
package main

import (
	"fmt"
	"os"

	"github.com/overridekit/overridekit/interpreter/internal/typed/gen/table"
)

func main() {
	text, err := table.Text()
	if err == nil {
		err = os.WriteFile("../types.txt", []byte(text), 0o644) // from the directory of this module
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}
