package pattern_test

import (
	"fmt"
	"strings"

	"github.com/overridekit/overridekit/interpreter/lua/internal/pattern"
)

func ExamplePattern_Find() {
	p, err := pattern.Compile("(%w+)=(%w+)")
	if err != nil {
		panic(err)
	}
	const text = "app=web, tier=front"
	found, err := p.Find(text, 0, pattern.All, &pattern.Budget{Steps: 1000})
	if err != nil {
		panic(err)
	}
	for i := range found.Len() {
		begin, end, _ := found.Capture(i, 2)
		fmt.Println(text[begin:end])
	}
	// Output:
	// web
	// front
}

// Backtracking ends in an error.
func ExampleBudget() {
	p, err := pattern.Compile(strings.Repeat("a?", 29) + strings.Repeat("a", 29))
	if err != nil {
		panic(err)
	}
	_, err = p.Find(strings.Repeat("a", 29), 0, 1, &pattern.Budget{Steps: 1_000_000})
	fmt.Println(err)
	// Output: the pattern is too complex
}
