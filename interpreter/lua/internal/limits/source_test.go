package limits_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/parse"

	"github.com/overridekit/overridekit/interpreter/lua/internal/limits"
)

// times repeats a string n times, with the number for each %d in it.
func times(n int, text string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(text, "%d", fmt.Sprint(i)))
	}
	return b.String()
}

// fill repeats a string until a script has the allowed size.
func fill(text string) string { return times(128<<10/len(text), text) }

// The bounds, in errors.
const (
	tooLarge = "expected at most 131072"
	tooDeep  = "within each other more than 1000 deep"
	tooMany  = "more than 1000 functions"
	tooLong  = "would take too long to compile"
)

var slow = []struct{ name, want, script string }{
	{"a megabyte of parentheses", tooLarge, "x = " + strings.Repeat("(", 1e6)},
	{"a megabyte of text", tooLarge, "x = '" + strings.Repeat("x", 1e6) + "'"},
	{"parentheses", "compiled", "x = " + strings.Repeat("(", 65000) + "1" + strings.Repeat(")", 65000)},
	{"open parentheses", "syntax error", "x = " + strings.Repeat("(", 131000)},
	{"braces", "syntax error", "x = " + strings.Repeat("{", 131000)},
	{"closed braces", tooDeep, "x = " + strings.Repeat("{", 65000) + strings.Repeat("}", 65000)},
	{"nots", tooDeep, "x = " + strings.Repeat("not ", 32000) + "1"},
	{"minuses", tooDeep, "x = " + strings.Repeat("- ", 65000) + "1"},
	{"lengths", tooDeep, "x = " + strings.Repeat("#", 131000) + "y"},
	{"powers", tooDeep, "x = " + strings.Repeat("2^", 65000) + "2"},
	{"powers of names", tooDeep, "x = " + strings.Repeat("a^", 65000) + "a"},
	{"sums", tooDeep, "x = " + strings.Repeat("1+", 65000) + "1"},
	{"sums of names", tooDeep, "x = " + strings.Repeat("a+", 65000) + "a"},
	{"concatenations", tooDeep, "x = " + strings.Repeat("a..", 43000) + "a"},
	{"short concatenations", "compiled", fill("x=" + strings.Repeat("a..", 150) + "a ")},
	{"ands", tooDeep, "x = " + strings.Repeat("a and ", 21000) + "a"},
	{"comparisons", tooDeep, "x = " + strings.Repeat("a<", 65000) + "a"},
	{"fields", tooDeep, "x = a" + strings.Repeat(".b", 65000)},
	{"calls", tooDeep, "x = a" + strings.Repeat("()", 65000)},
	{"method calls", tooDeep, "x = a" + strings.Repeat(":b()", 32000)},
	{"calls within each other", tooDeep, "x = " + strings.Repeat("f(", 43000) + strings.Repeat(")", 43000)},
	{"functions within each other", tooDeep, strings.Repeat("function f() ", 7000) + strings.Repeat("end ", 7000)},
	{"functions after each other", tooMany, fill("f(function()end)")},
	{"blocks within each other", tooDeep, strings.Repeat("do ", 18000) + strings.Repeat("end ", 18000)},
	{"blocks after each other", "compiled", fill("do end ")},
	{"ifs within each other", tooDeep, strings.Repeat("if a then ", 9000) + strings.Repeat("end ", 9000)},
	{"elseifs", tooDeep, "if a then " + strings.Repeat("elseif a then ", 9000) + "end"},
	{"loops within each other", tooDeep, strings.Repeat("for i=1,2 do ", 7000) + strings.Repeat("end ", 7000)},
	{"labels", tooLong, times(10000, "::a%d::")},
	{"gotos", tooLong, times(9000, "goto a%d ") + times(3000, "::a%d::")},
	{"gotos in blocks", "syntax error", strings.Repeat("do ", 900) + fill("goto a ")[:100000] + strings.Repeat("end ", 900)},
	{"numbers", tooLong, "x = {" + times(18000, "%d,") + "}"},
	{"strings", tooLong, "x = {" + times(14000, "'%d',") + "}"},
	{"names", tooLong, "x = {" + times(16000, "a%d,") + "}"},
	{"local variables", "too many local variables", times(9000, "local a%d ")},
	{"local variables in blocks", "compiled", times(180, "local a%d ") + fill("do local a end ")[:120000]},
	{"local variables of many functions", tooLong, strings.Repeat("function f() "+times(190, "local a%d "), 40) + fill("x=a ")[:20000] + strings.Repeat("end ", 40)},
	{"parameters", "register overflow", "function f(" + strings.Repeat("a,", 60000) + "a) end"},
	{"targets", "register overflow", strings.Repeat("a,", 60000) + "a = 1"},
	{"values", "register overflow", "a = " + strings.Repeat("1,", 60000) + "1"},
	{"constants in all functions", tooMany, fill("function f() x = {1,2,3,4,5,6,7,8,9,'a','b','c'} end ")},
	{"comment", "syntax error", "--[[" + strings.Repeat("]", 131000)},
	{"equals", "invalid multiline string", "x = [" + strings.Repeat("=", 131000)},
	{"open text", "unterminated string", "x = '" + strings.Repeat("\\n", 65000)},
}

// What is within the bounds compiles as gopher-lua compiles it.
func TestCompileLikeGopherLua(t *testing.T) {
	for name, script := range map[string]string{
		"empty":           "",
		"health":          "function InterpretHealth(o) return o.status ~= nil and o.status.ready == o.spec.replicas end",
		"statements":      "local a, b = 1, {2, x = 3; 'y'} for i = 1, #b do a = a + i end for k, v in pairs(b) do b.k = -v end repeat a = a ^ 2 until a > 9 ::e:: do goto e end",
		"methods":         "local o = {} function o.f.g:h(...) return self, ... end o:h{1} o.h'x' return (o)",
		"deep sum":        "x = " + strings.Repeat("a+", 990) + "a",
		"deep blocks":     strings.Repeat("do ", 990) + strings.Repeat("end ", 990),
		"deep functions":  strings.Repeat("return function() ", 300) + strings.Repeat("end ", 300),
		"elseifs":         "if a then " + strings.Repeat("elseif a then b = 1 ", 400) + "else c = 1 end",
		"many functions":  strings.Repeat("f(function() end) ", 1000),
		"many constants":  "x = {" + times(5000, "%d,") + "}",
		"many locals":     times(190, "local a%d = %d "),
		"many statements": strings.Repeat("a.b = c(d) ", 10000),
	} {
		t.Run(name, func(t *testing.T) {
			got, err := limits.Compile(script, "<string>")
			require.NoError(t, err)
			chunk, err := parse.Parse(strings.NewReader(script), "<string>")
			require.NoError(t, err)
			want, err := lua.Compile(chunk, "<string>")
			require.NoError(t, err)
			require.Equal(t, want.String(), got.String())
		})
	}
}

func TestCompileErrors(t *testing.T) {
	for _, c := range []struct{ name, script, want string }{
		{"syntax", "x =", "<string> at EOF:   syntax error\n"},
		{"long token", "x y" + strings.Repeat("z", 1000), "<string> line:1(column:1003) near 'y" + strings.Repeat("z", 63) + "…':   parse error\n"},
		{"locals", times(201, "local a%d "), "compile error near line(0) <string>: too many local variables"},
		{"depth", "\nx = " + strings.Repeat("a+", 1000) + "a", "line 2: statements and expressions are within each other more than 1000 deep"},
		{"functions", strings.Repeat("f(function() end)\n", 1001), "line 1001: more than 1000 functions"},
		{"size", strings.Repeat(" ", 131073), "the script has 131073 bytes, expected at most 131072"},
		{"work", "x = {" + times(15000, "%d,") + "}", "the script would take too long to compile"},
	} {
		t.Run(c.name, func(t *testing.T) {
			proto, err := limits.Compile(c.script, "<string>")
			require.EqualError(t, err, c.want)
			require.Nil(t, proto)
		})
	}
}

// FuzzCompile looks for sources that are slow, that panic, or that compile to something else.
func FuzzCompile(f *testing.F) {
	for _, c := range slow {
		if len(c.script) < 2000 {
			f.Add(c.script)
		}
	}
	f.Add("local a <close> = f{1, [2] = 3} ::l:: goto l")
	f.Fuzz(func(t *testing.T, script string) {
		start := time.Now()
		got, err := limits.Compile(script, "<string>")
		require.Less(t, time.Since(start), time.Minute) // the bounds allow a fraction of a second
		if err != nil || len(script) > 5000 {
			return
		}
		chunk, err := parse.Parse(strings.NewReader(script), "<string>")
		require.NoError(t, err)
		want, err := lua.Compile(chunk, "<string>")
		require.NoError(t, err)
		require.Equal(t, want.String(), got.String())
	})
}

// Without a bound, many of these scripts would be compiled or refused much later.
func TestCompileIsBounded(t *testing.T) {
	for _, c := range slow {
		t.Run(c.name, func(t *testing.T) {
			var err error
			total := allocated(func() { _, err = limits.Compile(c.script, "<string>") })
			text := "compiled"
			if err != nil {
				text = err.Error()
			}
			t.Logf("%d MB: %s", total/megabyte, text)
			require.Contains(t, text, c.want)
			require.Less(t, total, 400*megabyte)
			require.Less(t, len(text), 300)
		})
	}
}

func BenchmarkCompile(b *testing.B) {
	for _, c := range slow {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				_, _ = limits.Compile(c.script, "<string>")
			}
		})
	}
}
