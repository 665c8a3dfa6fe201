package strings

import (
	"fmt"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/overridekit/overridekit/interpreter/lua/internal/limits"
)

// maxFormatted is the greatest estimated size of a result of format.
const maxFormatted = 32 << 20

// bufferCopies is how many times package fmt copies a result.
const bufferCopies = 3

// format formats arguments, as Go's [fmt.Sprintf] does.
func format(state *lua.LState) int {
	layout := text(state, 1)
	count := min(state.GetTop()-1, strings.Count(layout, "%")-strings.Count(layout, "%%"))
	arguments := make([]any, count)
	total, largest := 0, 0
	for i := range arguments {
		var size int
		arguments[i], size = argument(state.Get(i + 2))
		total, largest = min(total+size, maxFormatted+1), max(largest, size)
	}
	size := layoutSize(layout, largest) + 2*total
	if size > maxFormatted {
		state.RaiseError("the result of string.format may have %d bytes, expected at most %d", size, maxFormatted)
	}
	limits.Check(state, bufferCopies*size+resultSize*(count+1))
	state.Push(lua.LString(fmt.Sprintf(layout, arguments...)))
	return 1
}

// argument returns what Sprintf is to write for a value, and how many bytes that has at most, without padding.
func argument(v lua.LValue) (any, int) {
	switch v := v.(type) {
	case lua.LString: // "%# x" writes 5 bytes for each, and a wrong verb some more
		return v, 6*len(v) + 64
	case lua.LNumber, lua.LBool, *lua.LNilType:
		return v, 512
	}
	return opaque{v.String()}, 6*64 + 64
}

// opaque is a value that is written by its name.
type opaque struct{ name string }

// Format implements [fmt.Formatter].
func (o opaque) Format(s fmt.State, verb rune) {
	switch verb {
	case 's', 'v', 'q', 'x', 'X':
		if verb == 'v' {
			verb = 's'
		}
		fmt.Fprintf(s, fmt.FormatString(s, verb), o.name)
	default:
		fmt.Fprint(s, o.name)
	}
}

// layoutSize returns how many bytes a layout and the padding in it write at most, besides each argument once. A directive that names its argument, as
// in "%[1]d", may write any.
func layoutSize(layout string, largest int) int {
	size := len(layout)
	for size <= maxFormatted {
		_, rest, found := strings.Cut(layout, "%")
		if !found {
			break
		}
		layout = strings.TrimLeft(rest, "#0+- .*[]123456789")
		directive := rest[:len(rest)-len(layout)]
		size += 64 + largest*min(strings.Count(directive, "["), maxFormatted/(largest+1)+1)
		for _, number := range strings.FieldsFunc(directive, func(r rune) bool { return r < '0' || r > '9' }) {
			size = min(size+paddingSize(number), maxFormatted+1)
		}
	}
	return size
}

// paddingSize returns how many bytes a width or precision adds. Package fmt ignores numbers that are greater than about ten million.
func paddingSize(number string) int {
	n, err := strconv.Atoi(number)
	if err != nil || n > 10_000_010 {
		return 0
	}
	return 2 * n
}
