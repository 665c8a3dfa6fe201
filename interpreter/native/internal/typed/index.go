package typed

// index finds fields by their name, in less time than a map of Go does: the hash is of a few bytes, since the names are known
// beforehand. It is a table with gaps, in which a field stands at the hash of its name or in the next place that was free.
type index []*field

// newIndex is an index of fields. At least half of it is gaps, and its length is a power of two.
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

// find is the field of a name; nil if there is none.
func (x index) find(name string) *field {
	for at := x.slot(name); ; at = (at + 1) & (len(x) - 1) {
		if f := x[at&(len(x)-1)]; f == nil || f.name == name {
			return f
		}
	}
}

// slot is where to look for a name first.
func (x index) slot(name string) int {
	n := len(name)
	if n == 0 {
		return 0
	}
	return (n + 3*int(name[0]) + 5*int(name[n/2]) + 9*int(name[n-1])) & (len(x) - 1)
}
