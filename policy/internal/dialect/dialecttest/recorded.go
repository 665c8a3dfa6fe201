package dialecttest

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"testing"
)

// Recorded reads the cases of a file: consecutive JSON values, compressed by gzip.
func Recorded[T any](t testing.TB, name string) []T {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := gzip.NewReader(file)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	var all []T
	for lines := json.NewDecoder(text); ; {
		var c T
		err := lines.Decode(&c)
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatalf("%s, case %d: %v", name, len(all), err)
		}
		all = append(all, c)
	}
}
