package textedit

import (
	"regexp"
	"strings"
	"unicode"
)

// Plain scalars that some YAML parser does not read as a string: the words and numbers of YAML 1.1 (its type repository at
// yaml.org/type) and of the core schema of YAML 1.2.2.
var (
	typedWords = map[string]bool{
		"": true, "~": true, "null": true, "true": true, "false": true, "yes": true, "no": true, "on": true, "off": true,
		"y": true, "n": true, "=": true, "<<": true,
	}
	typedNumber = regexp.MustCompile(`^([-+]?(0[xX][0-9a-fA-F_]*|0[oO]?[0-7_]*|0[bB][01_]*|[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?|` +
		`([0-9][0-9_]*\.?[0-9_]*|\.[0-9][0-9_]*)([eE][-+]?[0-9]*)?|\.[iI][nN][fF]|\.[nN][aA][nN])|` +
		`[0-9]{4}-[0-9][0-9]?-[0-9][0-9]?([Tt \t].*)?)$`)
)

// isPlain reports whether every YAML parser reads s as that string if it is written plain. Older parsers fail for a colon in
// flow style.
func isPlain(s string, flow bool) bool {
	number := s != "" && s[0] != '_' && typedNumber.MatchString(strings.ReplaceAll(s, "_", "")) // parsers remove it anywhere: 0_x1F
	if typedWords[strings.ToLower(s)] || number || s[0] == ' ' || s[len(s)-1] == ' ' || s[len(s)-1] == ':' {
		return false
	}
	if strings.ContainsRune("?:,[]{}#&*!|>'\"%@`", rune(s[0])) || strings.HasPrefix(s, "---") || strings.HasPrefix(s, "...") {
		return false
	}
	if s[0] == '-' && (len(s) == 1 || strings.ContainsRune(" ?:,[]{}", rune(s[1]))) {
		return false
	}
	if strings.Contains(s, ": ") || strings.Contains(s, " #") || flow && strings.ContainsAny(s, ",[]{}:?") {
		return false
	}
	for _, r := range s {
		if !isPrintable(r) {
			return false
		}
	}
	return true
}

// isPrintable reports whether every version of YAML allows a character outside of double quotes.
func isPrintable(r rune) bool {
	return r == ' ' || unicode.IsPrint(r) && r != unicode.ReplacementChar && r != 0xfeff && r != 0x85
}

// inSingle returns s in single quotes; ok is false if s has characters that need an escape.
func inSingle(s string) (written string, ok bool) {
	for _, r := range s {
		if !isPrintable(r) {
			return "", false
		}
	}
	return "'" + strings.ReplaceAll(s, "'", "''") + "'", true
}

// inDouble returns s in double quotes. Characters that are not printable are escaped as in JSON, and beyond 16 bits as in
// YAML.
func inDouble(s string) string {
	written := quoted(s)
	var b strings.Builder
	for _, r := range written {
		switch {
		case isPrintable(r):
			b.WriteRune(r)
		case r > 0xffff:
			b.WriteString(escape('U', r, 8))
		default:
			b.WriteString(escape('u', r, 4))
		}
	}
	return b.String()
}

func escape(letter byte, r rune, digits int) string {
	const hex = "0123456789abcdef"
	e := []byte{'\\', letter}
	for i := digits - 1; i >= 0; i-- {
		e = append(e, hex[r>>(4*i)&0xf])
	}
	return string(e)
}

// plainNumber formats a JSON number so that parsers of YAML 1.1 and 1.2 read the same number: with a point before an exponent,
// and a sign after the e.
func plainNumber(literal string) string {
	e := strings.IndexAny(literal, "eE")
	if e < 0 {
		return literal
	}
	digits, exponent := literal[:e], literal[e+1:]
	if !strings.Contains(digits, ".") {
		digits += ".0"
	}
	if exponent[0] != '-' && exponent[0] != '+' {
		exponent = "+" + exponent
	}
	return digits + "e" + exponent
}
