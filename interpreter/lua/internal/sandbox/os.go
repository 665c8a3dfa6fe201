package sandbox

import (
	"strconv"
	"strings"
	"time"

	lua "github.com/yuin/gopher-lua"

	"github.com/overridekit/overridekit/interpreter/lua/internal/limits"
)

// clock returns os.time and os.date. Both use UTC.
func (s *State) clock() map[string]lua.LGFunction {
	return map[string]lua.LGFunction{"time": s.filling(s.time), "date": s.date}
}

// present returns the time of the caller's clock.
func (s *State) present(L *lua.LState) time.Time {
	if s.host.Now == nil {
		L.RaiseError("there is no clock")
	}
	return s.host.Now().UTC()
}

// time returns the seconds since 1970 of now, or of a table.
func (s *State) time(L *lua.LState) int {
	if L.GetTop() == 0 || L.Get(1) == lua.LNil {
		L.Push(lua.LNumber(s.present(L).Unix()))
		return 1
	}
	t := L.CheckTable(1)
	date := time.Date(field(t, "year", -1), time.Month(field(t, "month", -1)), field(t, "day", -1),
		field(t, "hour", 12), field(t, "min", 0), field(t, "sec", 0), 0, time.UTC)
	L.Push(lua.LNumber(date.Unix()))
	return 1
}

// field returns an integer of a table, as gopher-lua reads one.
func field(t *lua.LTable, key string, absent int) int {
	switch v := t.RawGetString(key).(type) {
	case lua.LNumber:
		return int(v)
	case lua.LString:
		text := strings.TrimLeft(string(v), " ")
		if strings.HasPrefix(text, "0") && !strings.HasPrefix(text, "0x") && !strings.HasPrefix(text, "0X") {
			if text = strings.TrimLeft(text, "0"); text == "" {
				return 0
			}
		}
		text = strings.Trim(text, " \t\n")
		if i, err := strconv.ParseInt(text, 0, 64); err == nil {
			return int(i)
		}
		if f, err := strconv.ParseFloat(text, 64); err == nil {
			return int(f)
		}
	}
	return absent
}

// date formats now, or a time in seconds since 1970.
func (s *State) date(L *lua.LState) int {
	layout := "%c"
	if L.GetTop() >= 1 {
		layout = strings.TrimLeft(L.CheckString(1), "!")
	}
	var t time.Time
	if L.GetTop() >= 2 {
		t = time.Unix(L.CheckInt64(2), 0).UTC()
	} else {
		t = s.present(L)
	}
	if strings.HasPrefix(layout, "*t") {
		limits.Check(L, fieldsSize)
		L.Push(fields(t))
		return 1
	}
	if len(layout) > maxLayout {
		L.RaiseError("the format has %d bytes, expected at most %d", len(layout), maxLayout)
	}
	limits.Check(L, flagSize*(len(layout)+1))
	L.Push(lua.LString(format(t, layout)))
	return 1
}

// maxLayout is the greatest length of a format of os.date.
const maxLayout = 10_000

// What a result of os.date takes, in bytes and rounded up.
const (
	fieldsSize = 4096 // a table
	flagSize   = 40   // a byte of a format: two of them become at most 20, which are copied
)

// fields returns a time as a table. The day of the year is always 0, as in gopher-lua.
func fields(t time.Time) *lua.LTable {
	f := none.CreateTable(0, 9)
	for _, e := range []struct {
		name  string
		value int
	}{
		{"year", t.Year()}, {"month", int(t.Month())}, {"day", t.Day()}, {"hour", t.Hour()}, {"min", t.Minute()}, {"sec", t.Second()},
		{"wday", int(t.Weekday()) + 1}, {"yday", 0},
	} {
		f.RawSetString(e.name, lua.LNumber(e.value))
	}
	f.RawSetString("isdst", lua.LFalse)
	return f
}

// layouts has the layout of package time for each flag. That of %a is always "mon", as in gopher-lua.
var layouts = [128]string{
	'a': "mon",
	'A': "Monday",
	'b': "Jan",
	'B': "January",
	'c': "02 Jan 06 15:04 MST",
	'd': "02",
	'F': "2006-01-02",
	'H': "15",
	'I': "03",
	'm': "01",
	'M': "04",
	'p': "PM",
	'P': "pm",
	'S': "05",
	'x': "15/04/05",
	'X': "15:04:05",
	'y': "06",
	'Y': "2006",
	'z': "-0700",
	'Z': "MST",
}

// format writes a time. Unknown flags stay as they are, and so does a percent sign at the end.
func format(t time.Time, layout string) string {
	var out strings.Builder
	for i := 0; i < len(layout); i++ {
		if layout[i] != '%' || i+1 == len(layout) {
			out.WriteByte(layout[i])
			continue
		}
		i++
		flag := layout[i]
		switch {
		case flag < 128 && layouts[flag] != "":
			out.WriteString(t.Format(layouts[flag]))
		case flag == 'w':
			out.WriteString(strconv.Itoa(int(t.Weekday())))
		case flag == '%':
			out.WriteByte('%')
		default:
			out.WriteString(layout[i-1 : i+1])
		}
	}
	return out.String()
}
