package suite

import (
	"strings"

	"github.com/overridekit/overridekit/override"
)

// objectIndex finds the objects of a pattern, because a case may have thousands of both.
type objectIndex struct {
	refs  []override.Ref
	all   []int
	named map[string][]int // by KIND/NAME and KIND/NAMESPACE/NAME
	left  int              // suggestions that may still be searched
}

// maxSuggestions limits the searches for a name like a misspelt one.
const maxSuggestions = 100

// objectIndex returns the index of the objects that are computed.
func (in *input) objectIndex() *objectIndex {
	if in.index != nil {
		return in.index
	}
	x := &objectIndex{named: map[string][]int{}, left: maxSuggestions}
	for i, o := range in.objects {
		ref := override.RefOf(o)
		x.refs, x.all = append(x.refs, ref), append(x.all, i)
		names := []string{ref.Kind + "/" + ref.Name, ref.Kind + "/" + ref.Namespace + "/" + ref.Name}
		for _, name := range names {
			x.named[name] = append(x.named[name], i)
		}
	}
	in.index = x
	return x
}

// candidates returns the objects that a pattern may match.
func (x *objectIndex) candidates(pattern string) []int {
	if strings.Contains(pattern, "*") {
		return x.all
	}
	return x.named[pattern]
}

// suggest suggests an object for a pattern that matches none: one with the namespace and the name swapped, one in another namespace, or one with a
// similar name.
func (x *objectIndex) suggest(pattern string) string {
	if x.left--; x.left < 0 || strings.Contains(pattern, "*") {
		return ""
	}
	if parts := strings.Split(pattern, "/"); len(parts) == 3 {
		swapped := parts[0] + "/" + parts[2] + "/" + parts[1]
		if len(x.named[swapped]) > 0 {
			return ", did you mean " + swapped + "?"
		}
		if same := x.named[parts[0]+"/"+parts[2]]; len(same) > 0 {
			return ", did you mean " + nameLike(pattern, x.refs[same[0]]) + "?"
		}
	}
	var names []string
	for _, ref := range x.refs {
		names = append(names, nameLike(pattern, ref))
	}
	return didYouMean(pattern, names)
}
