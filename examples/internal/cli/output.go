package cli

import "io"

// Output is a writer that keeps its first error, because the command line does not return the errors of printing help.
type Output struct {
	io.Writer
	Err error
}

// Write implements [io.Writer].
func (o *Output) Write(text []byte) (int, error) {
	n, err := o.Writer.Write(text)
	if o.Err == nil {
		o.Err = err
	}
	return n, err
}
