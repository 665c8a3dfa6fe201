package cli

import "os"

// IsTerminal reports whether a file is a character device, as terminals are.
func IsTerminal(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// InColor reports whether output to a file should have colors: the file is a terminal, and NO_COLOR (see no-color.org) is empty.
func InColor(file *os.File, noColor string) bool {
	return noColor == "" && IsTerminal(file)
}
