package typed

// index finds fields by name faster than a Go map: the names are known in advance, so a hash of a few bytes is enough. It is a table with
// gaps; a field is in the slot of its hash or in the next free one.
type index []*field

// newIndex returns an index of fields. At least half of it is gaps, and its length is a power of two.
func newIndex(fields []*field) index {
	size := 2
	for size < 2*len(fields) {
		size *= 2
	}
	x := make(index, size)
	for _, f := range fields {
		at := x.slot(f.name)
		for x[at] != nil {
			at = (at + 1) & (size - 1)
		}
		x[at] = f
	}
	return x
}

// find returns the field of a name, or nil.
func (x index) find(name string) *field {
	for at := x.slot(name); ; at = (at + 1) & (len(x) - 1) {
		if f := x[at&(len(x)-1)]; f == nil || f.name == name {
			return f
		}
	}
}

// slot returns the slot where the search for a name starts.
func (x index) slot(name string) int {
	n := len(name)
	if n == 0 {
		return 0
	}
	return (n + 3*int(name[0]) + 5*int(name[n/2]) + 9*int(name[n-1])) & (len(x) - 1)
}
