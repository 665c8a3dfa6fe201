package override

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	yamlv3 "go.yaml.in/yaml/v3"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
	"github.com/overridekit/overridekit/override/words"
	"github.com/overridekit/overridekit/override/yamltext"
)

// Limits of the annotated YAML, besides the size of the object itself and that of [textedit.FromJSON].
const (
	maxRemovedBytes = 16 << 20 // bytes of the comments for removed values
	maxOriginLength = 1024     // characters of the origin in a comment
)

// AnnotatedYAML returns the object for the cluster as sigs.k8s.io/yaml writes it. Each line that differs from the input object has
// a comment with the policy and the field path that decided it (see [Result.Blame]). Removed values follow at the end, one comment
// each; after 16 MiB of them, the rest are only counted. Hidden values are written as "***", see [Set.Hiding].
//
// The errors are those of [Result.Object] and of [textedit.FromJSON], such as one for an indentation of more than 64 MiB.
func (r *Result) AnnotatedYAML() ([]byte, error) {
	a, err := r.annotator()
	if err != nil {
		return nil, err
	}
	return []byte(strings.Join(a.lines(&r.run.trace), "")), nil
}

// annotator returns the YAML of the object with the origins of the values that differ.
func (r *Result) annotator() (*annotator, error) {
	run := r.run
	obj, err := r.Object()
	if err != nil {
		return nil, err
	}
	asJSON, err := json.Marshal(run.hidden.Value(nil, obj.Object))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", refOfContent(run.object), err)
	}
	text, err := textedit.FromJSON(asJSON)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", refOfContent(run.object), err)
	}
	var document yamlv3.Node // for the line numbers
	if err := yamltext.Node(text, &document); err != nil {
		return nil, fmt.Errorf("%s: %w", refOfContent(run.object), err)
	}
	a := &annotator{questions: newQuestions(), text: string(text)}
	root := &lazyQuestion{at: a.root}
	was, is := value{run.object, true}, value{obj.Object, true}
	a.tokensOf(&document, root, was, is)
	a.askRemoved(root, was, is)
	a.answer(run.changes)
	return a, nil
}

// annotator asks which change decided each value that differs.
type annotator struct {
	*questions
	text    string
	tokens  []token
	removed []removed
}

// token is a key or a scalar in the YAML, or an empty map or list.
type token struct {
	line     int  // from 1
	block    bool // a scalar in literal or folded style
	question int  // number from 1; 0 for a key and for a value that does not differ
}

// removed is a place whose value was removed.
type removed struct {
	at       *lazyQuestion
	question int
}

// lazyQuestion is a place in a walk down a document. Its question is created when it is asked.
type lazyQuestion struct {
	above *lazyQuestion
	token string
	depth int
	at    *question
}

func (s *lazyQuestion) child(token string) *lazyQuestion {
	return &lazyQuestion{above: s, token: token, depth: s.depth + 1}
}

func (s *lazyQuestion) pointer() jsontree.Pointer {
	p := make(jsontree.Pointer, s.depth)
	for ; s.above != nil; s = s.above {
		p[s.depth-1] = s.token
	}
	return p
}

// askAt asks about a place and returns the number of the question.
func (a *annotator) askAt(s *lazyQuestion) int {
	var way []*lazyQuestion
	for ; s.at == nil; s = s.above {
		way = append(way, s)
	}
	for _, inner := range slices.Backward(way) {
		inner.at = inner.above.at.child(inner.token)
		s = inner
	}
	a.ask(s.at)
	return len(a.answers)
}

// tokensOf appends the tokens of a YAML node, in order, and asks about the values that differ.
func (a *annotator) tokensOf(n *yamlv3.Node, s *lazyQuestion, was, is value) {
	switch {
	case n.Kind == yamlv3.DocumentNode:
		a.tokensOf(n.Content[0], s, was, is)
		return
	case n.Kind == yamlv3.MappingNode && len(n.Content) > 0:
		for i := 0; i < len(n.Content); i += 2 {
			key := n.Content[i].Value
			a.tokens = append(a.tokens, token{line: n.Content[i].Line})
			a.tokensOf(n.Content[i+1], s.child(key), was.child(key), is.child(key))
		}
		return
	case n.Kind == yamlv3.SequenceNode && len(n.Content) > 0:
		for i, v := range n.Content {
			index := strconv.Itoa(i)
			a.tokensOf(v, s.child(index), was.child(index), is.child(index))
		}
		return
	}
	t := token{line: n.Line, block: n.Style&(yamlv3.LiteralStyle|yamlv3.FoldedStyle) != 0}
	if !is.equal(was) {
		t.question = a.askAt(s)
	}
	a.tokens = append(a.tokens, t)
}

// askRemoved asks about the outermost places whose values were removed.
func (a *annotator) askRemoved(s *lazyQuestion, was, is value) {
	if !is.exists {
		a.removed = append(a.removed, removed{s, a.askAt(s)})
		return
	}
	switch c := was.is.(type) {
	case map[string]any:
		if now, _ := is.is.(map[string]any); now == nil {
			return // replaced by another type
		}
		for _, key := range slices.Sorted(maps.Keys(c)) {
			a.askRemoved(s.child(key), was.child(key), is.child(key))
		}
	case []any:
		if _, ok := is.is.([]any); !ok {
			return
		}
		for i := range c {
			index := strconv.Itoa(i)
			a.askRemoved(s.child(index), was.child(index), is.child(index))
		}
	}
}

// lines returns the lines of the YAML with the origins as comments.
func (a *annotator) lines(t *trace) []string {
	lines := linesOf(a.text)
	for i, token := range a.tokens {
		end := token.line // the last line of a multi-line scalar; a comment inside would cut it
		switch {
		case token.block: // the comment follows the block indicator
		case i+1 < len(a.tokens):
			end = max(end, a.tokens[i+1].line-1)
		default:
			end = len(lines)
		}
		if origin, found := a.origin(t, token.question); found {
			lines[end-1] = strings.TrimSuffix(lines[end-1], "\n") + " # " + origin + "\n"
		}
	}
	room, omitted := maxRemovedBytes, 0
	for _, r := range a.removed {
		origin, found := a.origin(t, r.question)
		if !found {
			continue
		}
		if room -= 16 * r.at.depth; room < 0 {
			omitted++
			continue
		}
		at := words.OneLine(r.at.pointer().String())
		room -= len(at)
		lines = append(lines, "# "+at+" was removed: "+origin+"\n")
	}
	if omitted > 0 {
		lines = append(lines, fmt.Sprintf("# …and %d more removed\n", omitted))
	}
	return lines
}

// origin returns the step that answers a question, for a comment.
func (a *annotator) origin(t *trace, question int) (string, bool) {
	if question == 0 || a.answers[question-1] < 0 {
		return "", false
	}
	c := &t.changes[a.answers[question-1]]
	return words.OneLine(words.Clip(t.stepRuns[c.step].origin().String(), maxOriginLength)), true
}
