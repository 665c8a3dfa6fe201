package pattern

// A set has a bit for each byte that it contains.
type set [4]uint64

func (s *set) has(b byte) bool { return s[b>>6]&(1<<(b&63)) != 0 }

func (s *set) add(b byte) { s[b>>6] |= 1 << (b & 63) }

func (s *set) addRange(low, high byte) {
	for b := int(low); b <= int(high); b++ {
		s.add(byte(b))
	}
}

func (s *set) addAll(other set) {
	for i := range s {
		s[i] |= other[i]
	}
}

func (s *set) invert() {
	for i := range s {
		s[i] = ^s[i]
	}
}

func setOf(b byte) (s set) {
	s.add(b)
	return s
}

// class returns the set of "%" and a byte. A capital letter has the bytes that the small letter lacks. A byte that names no class stands for
// itself.
func class(name byte) set {
	var s set
	switch name | 0x20 {
	case 'a':
		s.addRange('A', 'Z')
		s.addRange('a', 'z')
	case 'c':
		s.addRange(0, 0x1f)
		s.add(0x7f)
	case 'd':
		s.addRange('0', '9')
	case 'l':
		s.addRange('a', 'z')
	case 'p':
		s.addRange('!', '/')
		s.addRange(':', '@')
		s.addRange('[', '`')
		s.addRange('{', '~')
	case 's':
		s.addRange('\t', '\r')
		s.add(' ')
	case 'u':
		s.addRange('A', 'Z')
	case 'w':
		s.addRange('0', '9')
		s.addRange('A', 'Z')
		s.addRange('a', 'z')
	case 'x':
		s.addRange('0', '9')
		s.addRange('A', 'F')
		s.addRange('a', 'f')
	case 'z':
		s.add(0)
	default:
		return setOf(name)
	}
	switch {
	case 'a' <= name && name <= 'z':
	case 'A' <= name && name <= 'Z':
		s.invert()
	default: // "%" and a control byte, which |0x20 made a letter
		return setOf(name)
	}
	return s
}
