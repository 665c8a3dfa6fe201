package names_test

import (
	"fmt"

	"github.com/overridekit/overridekit/propagation/names"
)

// What belongs to a Deployment is found by its name alone.
func Example() {
	fmt.Println(names.Binding("Deployment", "nginx"))
	fmt.Println(names.ExecutionSpace("member1"), names.Work("Deployment", "default", "nginx"))
	// Output:
	// nginx-deployment
	// karmada-es-member1 nginx-687f7fb96f
}
