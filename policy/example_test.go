package policy_test

import (
	"fmt"
	"log"
	"os"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
)

func Example() {
	file, err := os.Open("../testdata/quickstart/nginx.yaml")
	if err != nil {
		log.Fatal(err)
	}
	bundle, err := policy.Decoder{Namespace: "default"}.Decode(file)
	if err != nil {
		log.Fatal(err) // every error of the file, each with document and line
	}
	set := override.NewSet(bundle.Policies...)
	for _, object := range bundle.Objects {
		selection := set.Select(object) // once per object
		for _, cluster := range bundle.Clusters {
			result, err := selection.Apply(cluster) // once per cluster
			if err != nil {
				log.Fatal(err) // the policy, the place in it, the object and the place in that
			}
			for _, change := range result.Changes() {
				fmt.Printf("%s: %s, because of %s\n", cluster.Name, change, change.Origin)
			}
		}
	}
	// Output:
	// member2: /spec/template/spec/containers/0/image: "nginx" -> "nginx:1.20.2", because of OverridePolicy default/nginx-override: spec.overriders.plaintext[0]
}
