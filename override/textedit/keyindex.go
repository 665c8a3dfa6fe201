package textedit

// minIndexed is the least number of keys of an object or map that is worth an index.
const minIndexed = 16

// keyIndexes has indexes of the keys of objects. N is an object and K its keys.
type keyIndexes[N comparable, K any] map[N]*keyIndex[K]

type keyIndex[K any] struct {
	turn int // the operation that was the first to look up a key
	keys *K  // nil until a later operation looks up a key
}

// lookup returns the index of an object, or nil if searching all its keys is cheaper: for few keys, and for the first
// operation. turn is the number of the operation.
func (x *keyIndexes[N, K]) lookup(object N, length, turn int, build func() K) *K {
	index := (*x)[object]
	switch {
	case index == nil && length < minIndexed:
		return nil
	case index == nil:
		if *x == nil {
			*x = keyIndexes[N, K]{}
		}
		(*x)[object] = &keyIndex[K]{turn: turn}
		return nil
	case index.keys == nil && index.turn == turn:
		return nil
	case index.keys == nil:
		keys := build()
		index.keys = &keys
	}
	return index.keys
}

// built returns the index of an object, or nil before it is built.
func (x keyIndexes[N, K]) built(object N) *K {
	if index := x[object]; index != nil {
		return index.keys
	}
	return nil
}
