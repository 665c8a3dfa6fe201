package selector

import "strconv"

// Key returns the same string for two selectors if and only if they have the same conditions in the same
// order, and so match the same clusters. It is not meant to be read.
func (c Clusters) Key() string {
	var b, quoted []byte
	quote := func(s string) {
		quoted = strconv.AppendQuote(quoted[:0], s) // a direct append to b would grow it by too little
		b = append(b, quoted...)
	}
	requirements := func(of part, list ...requirement) {
		for _, r := range list {
			b = append(b, '0'+byte(of))
			quote(r.key)
			quote(r.operator)
			for _, v := range r.given {
				quote(v)
			}
		}
	}
	fault := func(err error) {
		if err != nil {
			quote(err.Error())
		}
	}
	quote(c.invalid)
	for i := range c.conditions {
		condition := &c.conditions[i]
		requirements(condition.of, condition.requirement)
		for _, term := range condition.terms {
			b = append(b, '[')
			requirements(ofLabels, term.labels...)
			requirements(ofFields, term.fields...)
			fault(term.labelFault)
			b = append(b, '|')
			fault(term.fieldFault)
			b = append(b, ']')
		}
		fault(condition.fault)
	}
	return string(b)
}
