package value

import "context"

// node has what the references have at a path. The nil node has nothing.
type node struct {
	emptyObject, emptyList bool
	children               map[string]*node // only those with something below them
}

func (n *node) child(name string) *node {
	if n == nil {
		return nil
	}
	return n.children[name]
}

func (n *node) has() (emptyObject, emptyList bool) {
	return n != nil && n.emptyObject, n != nil && n.emptyList
}

// surveyor finds the empty objects and lists of references. Nodes are made when one is found, so that most references make none.
type surveyor struct {
	meter
	path []step
}

// step is a key on the present path. Its node may be nil, and all after it are nil then.
type step struct {
	name string
	node *node
}

// survey returns the node of the root; nil if the references contain nothing empty.
func survey(ctx context.Context, references []any) (*node, error) {
	s := surveyor{meter: newMeter(ctx, 0)}
	s.path = append(s.path, step{})
	for _, v := range references {
		if err := s.walk(v, 0); err != nil {
			return nil, err
		}
	}
	return s.path[0].node, nil
}

func (s *surveyor) walk(v any, depth int) error {
	switch v := v.(type) {
	case map[string]any:
		if v == nil {
			return nil
		}
		if len(v) == 0 {
			s.found().emptyObject = true
		}
		if err := s.enter(len(v), depth); err != nil {
			return err
		}
		for name, e := range v {
			if !isContainer(e) {
				continue
			}
			name, err := s.text(name)
			if err != nil {
				return err
			}
			s.path = append(s.path, step{name, s.path[len(s.path)-1].node.child(name)})
			if err := s.walk(e, depth+1); err != nil {
				return err
			}
			s.path = s.path[:len(s.path)-1]
		}
	case []any:
		if v == nil {
			return nil
		}
		if len(v) == 0 {
			s.found().emptyList = true
		}
		if err := s.enter(len(v), depth); err != nil {
			return err
		}
		for _, e := range v {
			if err := s.walk(e, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// found returns the node of the present path. It makes the missing ones.
func (s *surveyor) found() *node {
	known := len(s.path) - 1
	for known >= 0 && s.path[known].node == nil {
		known--
	}
	if known < 0 {
		s.path[0].node = &node{}
		known = 0
	}
	for i := known + 1; i < len(s.path); i++ {
		n := &node{}
		above := s.path[i-1].node
		if above.children == nil {
			above.children = map[string]*node{}
		}
		above.children[s.path[i].name] = n
		s.path[i].node = n
	}
	return s.path[len(s.path)-1].node
}

func isContainer(v any) bool {
	switch v.(type) {
	case map[string]any, []any:
		return true
	}
	return false
}
