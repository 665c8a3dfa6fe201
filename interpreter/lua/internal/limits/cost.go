package limits

import (
	"math"
	"reflect"

	lua "github.com/yuin/gopher-lua"
)

// What gopher-lua allocates, in bytes and rounded up.
const (
	slotSize    = 32   // an element of a list, twice its size: lists grow by copying
	gapSize     = 96   // an element that gopher-lua fills in; it copies the list again and again
	keySize     = 256  // a string as a key: in the map, in the order of keys, and in its index
	otherSize   = 384  // another key
	firstKey    = 3072 // the first key of a table without room for keys
	tableSize   = 128  // a table without elements
	closureSize = 160  // a function without upvalues
	upvalueSize = 96
	numberSize  = 8
	textSize    = 32 // a string without its bytes
	callSize    = 64 // what a library function returns besides strings and tables
)

// cost returns the bytes that an instruction may allocate. Jumps, moves and comparisons allocate nothing.
func (w *Watch) cost(instruction uint32) int {
	a, b, c := int(instruction>>18)&0xff, int(instruction)&0x1ff, int(instruction>>9)&0x1ff
	switch int(instruction >> 26) {
	case lua.OP_ADD, lua.OP_SUB, lua.OP_MUL, lua.OP_DIV, lua.OP_MOD, lua.OP_POW:
		return numberSize + parseCost(w.operand(b)) + parseCost(w.operand(c))
	case lua.OP_UNM:
		return numberSize + parseCost(w.operand(b))
	case lua.OP_LEN, lua.OP_FORPREP:
		return numberSize
	case lua.OP_FORLOOP:
		return 2 * numberSize
	case lua.OP_CONCAT:
		return w.concatCost(b, c)
	case lua.OP_GETTABLE, lua.OP_GETTABLEKS, lua.OP_SELF:
		if object := w.register(b); object.Type() != lua.LTTable {
			return indexCost(w.operand(c))
		}
	case lua.OP_SETTABLE, lua.OP_SETTABLEKS:
		return w.setCost(w.register(a), w.operand(b))
	case lua.OP_SETGLOBAL:
		return w.setCost(w.current.Env, w.constant(int(instruction)&0x3ffff))
	case lua.OP_NEWTABLE:
		return tableSize + b*slotSize + c*keySize
	case lua.OP_SETLIST:
		if b == 0 {
			b = w.state.GetTop() - a - 1
		}
		if c == 0 { // more than 25,550 elements: gopher-lua loses its place, and uses negative keys
			return b*otherSize + firstKey
		}
		return b * 2 * slotSize
	case lua.OP_CLOSURE:
		if i := int(instruction) & 0x3ffff; i < len(w.current.Proto.FunctionPrototypes) {
			return closureSize + int(w.current.Proto.FunctionPrototypes[i].NumUpvalues)*upvalueSize
		}
	case lua.OP_CALL, lua.OP_TAILCALL: // library functions count the rest; the trace of an error has a line for each tail call
		return callSize
	case lua.OP_TFORLOOP:
		return 4 * numberSize
	}
	return 0
}

// register returns the value of a register of the current function.
func (w *Watch) register(i int) lua.LValue { return w.state.Get(i + 1) }

func (w *Watch) constant(i int) lua.LValue {
	if constants := w.current.Proto.Constants; i < len(constants) {
		return constants[i]
	}
	return lua.LNil
}

// operand returns the value of a register or a constant.
func (w *Watch) operand(i int) lua.LValue {
	const isConstant = 0x100
	if i&isConstant != 0 {
		return w.constant(i &^ isConstant)
	}
	return w.register(i)
}

// concatCost is the size of the result. Each operand is copied once, even if a metamethod takes some of them.
func (w *Watch) concatCost(from, to int) int {
	size := textSize
	for i := from; i <= to; i++ {
		size += 2 * textSize // the list of operands, and a number in digits
		if text, ok := w.register(i).(lua.LString); ok {
			size += len(text)
		}
	}
	return size
}

// parseCost is what an operand of arithmetic needs: a string that is not a number is copied into two errors.
func parseCost(v lua.LValue) int {
	if text, ok := v.(lua.LString); ok {
		return 2 * len(text)
	}
	return 0
}

// indexCost is the error about a value that has no fields. It contains the key, and is copied several times.
func indexCost(key lua.LValue) int {
	if text, ok := key.(lua.LString); ok && len(text) > 2*textSize {
		return 5 * len(text)
	}
	return 0
}

// argumentsCost is the table "arg" of a function that has variable arguments and does not use "...". It is made when the function is entered, which can be by
// a call, a metamethod or a library function. A loop that begins with the function counts it again.
func argumentsCost(arguments int) int { return firstKey + tableSize + max(arguments, 0)*2*slotSize }

// maxHops is gopher-lua's own limit for chains of __newindex.
const maxHops = 100

// setCost is what a value at a key adds to a table. The table may be that of a __newindex.
func (w *Watch) setCost(object, key lua.LValue) int {
	for range maxHops {
		table, ok := object.(*lua.LTable)
		if ok && table.RawGet(key) != lua.LNil {
			return 0
		}
		next := w.state.GetMetaField(object, "__newindex")
		if next == lua.LNil {
			if !ok {
				return indexCost(key)
			}
			return w.growth(table, key)
		}
		object = next
	}
	return 0
}

// growth is what a new key adds to a table.
func (w *Watch) growth(table *lua.LTable, key lua.LValue) int {
	if number, ok := key.(lua.LNumber); ok && number == lua.LNumber(int(number)) && number > 0 && number < lua.LNumber(lua.MaxArrayIndex) {
		return w.listGrowth(table, int(number))
	}
	v := reflect.ValueOf(table).Elem()
	if _, ok := key.(lua.LString); ok {
		if v.Field(w.layout.texts).IsNil() {
			return firstKey
		}
		return keySize
	}
	if v.Field(w.layout.others).IsNil() { // the new map has room for as many keys as the other one has
		return firstKey + keySize*v.Field(w.layout.texts).Len()
	}
	return otherSize
}

// listGrowth is what an element at an index, from 1 on, adds to the list of a table. gopher-lua fills the list up to it.
func (w *Watch) listGrowth(table *lua.LTable, index int) int {
	list := reflect.ValueOf(table).Elem().Field(w.layout.array)
	switch {
	case index <= list.Cap():
		return 0
	case index <= list.Len()+1:
		return max(index, 32) * slotSize
	case index > math.MaxInt/gapSize:
		return math.MaxInt
	}
	return max(index, 32) * gapSize
}

// Insert returns the bytes that table.insert at an index adds to a table. If there is a value at the index, the list grows by one.
func (w *Watch) Insert(table *lua.LTable, index int) int {
	switch {
	case w == nil:
		return 0
	case index <= 0 || index >= lua.MaxArrayIndex:
		return w.growth(table, lua.LNumber(index))
	}
	return w.listGrowth(table, max(index, w.ListLen(table)+1))
}

// ListLen returns the number of elements in the list of a table, with the nils at its end.
func (w *Watch) ListLen(table *lua.LTable) int {
	return reflect.ValueOf(table).Elem().Field(w.layout.array).Len()
}
