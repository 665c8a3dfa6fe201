package textedit_test

import "strings"

// oddKeys has keys as they are written, and as they are read.
var oddKeys = [][2]string{
	{"on", "true"}, {"No", "false"}, {"1", "1"}, {"0x10", "16"}, {"1.10", "1.1"}, {"0777", "511"}, {"12:30", "12:30"},
	{`"on"`, "on"}, {"'yes'", "yes"},
	{`""`, ""}, {"a/b", "a/b"}, {"a~1b", "a~1b"}, {"-", "-"}, {"'it''s'", "it's"}, {`"\u00e9\t"`, "é\t"}, {"ключ", "ключ"},
	{"😀", "😀"}, {"2001-01-01", "2001-01-01"},
	{`"<<"`, "<<"}, {"key.with/slash-0", "key.with/slash-0"}, {"'#'", "#"}, {`"a: b"`, "a: b"}, {"!!str 5", "5"},
}

// scalars has scalars on one line, for block and flow style.
var scalars = []string{
	"web", "nginx", "x y z", "5", "-3", "true", "false", "null", "1.5", `"x"`, `"x, y"`, "'x'", `""`, "''", "a-b", "http://host/path",
}

var oddScalars = []string{
	"yes", "On", "n", "~", "Null", "0777", "0o17", "0x1F", "1_000", "1.10", "12:30", "1:30:00", "1e3", ".5", "2001-01-01",
	"2001-12-14t21:59:43.10-05:00", "=", "1.20.2",
	"12345678901234567890", "-9223372036854775808", "'yes'", `"0777"`, "'it''s'", `"\"q\" \\ \u00e9 \x41 \n"`, "a#b", "a'b", "é漢😀",
	`"# no comment"`, "'a: b'", "-x", "nginx:1.20.2",
	"'{a, b}'", "!!str 5", `!!int "5"`, "!local x", "!local 5", "! y", `"trail "`, `"\u2028\ufeff"`, "a\u00a0b",
}

// blockOnly has plain scalars that have another meaning in brackets.
var blockOnly = []string{"a, b", "x]", "a {b}", "--flag={x}", "${VAR}", "!!str"}

var manyLines = [][]string{{"plain", "over two lines"}, {`"quoted`, "", `over\`, `lines"`}, {"'single", "quoted'"}, {"three", "", "lines"}}

// blockScalars has literal and folded scalars. %d in a header is the indentation.
var blockScalars = [][]string{
	{"|", "text"}, {"|", "two", "lines"}, {"|-", "no", "end"}, {"|+", "all", "", ""}, {">", "folded", "text", "", "  deeper", "end"},
	{">-", "x", "y"}, {"|", "", "blank first"},
	{"|", "# no comment", "key: value"}, {"|", "deep", "    er", "	tab"}, {">+", "x", ""}, {"|", "a", "", "b"},
	{"|%d", "  deep at once"}, {"|%d-", " x"},
}

func (m *maker) scalar(inFlow bool) *part {
	p := &part{lines: []string{pick(m, scalars)}}
	switch {
	case m.often(m.odd):
		p.lines[0] = pick(m, oddScalars)
	case inFlow:
	case m.IntN(12) == 0:
		p.lines[0] = "" // null without text
	case m.IntN(8) == 0:
		p.shape, p.lines = blockScalar, pick(m, blockScalars)
	case m.often(m.odd):
		p.lines = pick(m, manyLines)
	case m.often(m.odd):
		p.lines[0] = pick(m, blockOnly)
	}
	return p
}

// keeps reports whether blank lines below are part of the value.
func (p *part) keeps() bool {
	if n := len(p.entries); n > 0 && !p.flow {
		return p.entries[n-1].value.keeps()
	}
	return p.shape == blockScalar && strings.Contains(p.lines[0], "+")
}

// nothing reports whether the value is null without text.
func (p *part) nothing() bool { return p.shape == scalar && len(p.lines) == 1 && p.lines[0] == "" }

// jsonKeys has keys as JSON strings, and as they are read.
var jsonKeys = [][2]string{
	{`"a"`, "a"}, {`"b"`, "b"}, {`"name"`, "name"}, {`"\u0061b"`, "ab"}, {`"c/d"`, "c/d"}, {`"~"`, "~"}, {`"é"`, "é"}, {`""`, ""},
	{`"0"`, "0"}, {`"<"`, "<"},
}

// jsonScalars has scalars in JSON.
var jsonScalars = []string{
	"0", "-0", "1", "-12", "1.0", "1.50", "1e3", "1E+2", "12345678901234567890", "9223372036854775807", "true", "false", "null",
	`""`, `"x"`, `"x y"`, `"\u00e9"`, `"é"`, `"\/"`, `"<&>"`, `"\u003c"`, `"\"\\\b\f\n\r\t"`, `"\ud83d\ude00"`, `"\ud800"`, `"{\"a\":1}"`,
	`"a, b: [c]"`, `"\u2028"`,
}

// values has the values of operations, as JSON. Their keys are not sorted, to check that their order is kept.
var values = []string{
	"null", "true", "false", "0", "-5", "1.5", "1e3", "12345678901234567890",
	// strings that are not strings if they are plain
	`"x"`, `"web server"`, `""`, `"yes"`, `"null"`, `"~"`, `"0777"`, `"1.10"`, `"12:30"`, `"1_000"`, `"0x1F"`, `"0o7"`, `"1e3"`,
	`".inf"`, `"2001-01-01"`, `"<<"`, `"="`,
	`" lead"`, `"trail "`, `"a: b"`, `"a #b"`, `"# x"`, `"- x"`, `"-"`, `"? x"`, `"a, b"`, `"[x]"`, `"{x}"`, `"*a"`, `"&a"`, `"!t"`,
	`"|"`, `">"`, `"%x"`, `"@x"`, "\"`x\"",
	`"'x'"`, `"\"x\""`, `"a\\b"`, `"---"`, `"..."`, `"a:"`, `":a"`, `"a,"`,
	// strings with several lines or unusual characters
	`"two\nlines"`, `"two\nlines\n"`, `"two\n\nlines\n\n"`, `"\n"`, `"\nx"`, `"  x\ny"`, `"x\n  y\n"`, `"x \ny"`, `"x\n\ty\n"`,
	`"\tx\n"`, `"x\r\ny"`, `"# x\n# y\n"`, `"--- x\n"`,
	`"\u0085"`, `"x\u2028y\nz"`, `"\ufeff"`, `"\u0000"`, `"\u007f\u009f"`, `"é漢😀"`, `"\ud83d\ude00\n"`, `"\/"`,
	// collections
	`[]`, `{}`, `["x",1,null]`, `{"z":1,"a":"x"}`, `{"z":{"y":[1,{"x":"on"}]},"a":[]}`, `[{"name":"x","image":"y:1"},{"name":"z"}]`,
	`[["x"],[]]`,
	`{"on":1,"1":2,"a b":"c\nd\n","":null,"~":[{}]}`, `{"text":"two\nlines\n","list":["a: b","two\nlines"]}`,
	`{"#":1,"a: b":2,"- x":3,"{":4,"*x":5,"\u2028":6,"two\nlines":7}`,
}
