package words

import "errors"

// Clip returns s, or its first characters up to a limit and "…" if it has more. A byte that is not UTF-8 counts as a character. Clip reads no more
// of s than it returns, so its time does not depend on the length of s.
func Clip(s string, limit int) string {
	n := 0
	for i := range s {
		if n >= limit {
			return s[:i] + "…"
		}
		n++
	}
	return s
}

// ClipError returns an error with the clipped text of err, or err itself if its text is not longer than the limit. The error with the clipped text does
// not wrap err.
func ClipError(err error, limit int) error {
	if err == nil {
		return nil
	}
	if text := Clip(err.Error(), limit); text != err.Error() {
		return errors.New(text)
	}
	return err
}
