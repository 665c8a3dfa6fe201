// Command gen writes the table of fields that package typed reads. It looks at the Go types of k8s.io/api, and is a module of
// its own so that nobody who imports typed has to have those. Its tests hold package typed against the Go types.
package main

import (
	"fmt"
	"os"
)

// file is the table, from the directory of this module.
const file = "../types.txt"

func main() {
	text, err := render(kinds())
	if err == nil {
		err = os.WriteFile(file, []byte(text), 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}
