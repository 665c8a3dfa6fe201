package cli

import (
	"bytes"
	"fmt"
)

// The colors of a diff, as terminal escape codes.
const (
	red   = "\x1b[31m"
	green = "\x1b[32m"
	cyan  = "\x1b[36m"
	reset = "\x1b[0m"
)

// Paint colors the lines of a unified diff, but not its two headers.
func Paint(text []byte) []byte {
	var b bytes.Buffer
	number := 0
	for line := range bytes.Lines(text) {
		number++
		color := ""
		switch {
		case number <= 2:
		case line[0] == '-':
			color = red
		case line[0] == '+':
			color = green
		case line[0] == '@':
			color = cyan
		}
		if color == "" {
			b.Write(line)
			continue
		}
		fmt.Fprintf(&b, "%s%s%s\n", color, bytes.TrimSuffix(line, []byte("\n")), reset)
	}
	return b.Bytes()
}

// Red returns a string in red.
func Red(s string) string { return red + s + reset }

// Green returns a string in green.
func Green(s string) string { return green + s + reset }

// Cyan returns a string in cyan.
func Cyan(s string) string { return cyan + s + reset }
