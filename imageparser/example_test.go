package imageparser_test

import (
	"errors"
	"fmt"

	"github.com/distribution/reference"

	"github.com/overridekit/overridekit/imageparser"
)

func ExampleParse() {
	image, err := imageparser.Parse("localhost:5000/team/app:v1")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(image.Get(imageparser.Registry))
	fmt.Println(image.Get(imageparser.Repository))
	fmt.Println(image.Get(imageparser.Tag))
	fmt.Println(image)
	// Output:
	// localhost:5000
	// team/app
	// v1
	// localhost:5000/team/app:v1
}

// An error quotes the input and wraps the error of distribution/reference.
func ExampleParse_invalid() {
	_, err := imageparser.Parse("nginx:")
	fmt.Println(err)
	fmt.Println(errors.Is(err, reference.ErrReferenceInvalidFormat))
	// Output:
	// image "nginx:": invalid reference format
	// true
}

// The first segment is a registry if it has a dot or a colon, or is localhost, and a slash follows.
func ExampleParse_hostRule() {
	for _, s := range []string{"docker.io/app", "reg:5000/app", "localhost/app", "team/app", "reg:5000"} {
		image, _ := imageparser.Parse(s)
		fmt.Printf("%-14s registry %q\n", s, image.Get(imageparser.Registry))
	}
	// Output:
	// docker.io/app  registry "docker.io"
	// reg:5000/app   registry "reg:5000"
	// localhost/app  registry "localhost"
	// team/app       registry ""
	// reg:5000       registry ""
}

// An image is immutable; With returns a new one.
func ExampleImage_With() {
	image, _ := imageparser.Parse("nginx:1.25")
	mirrored, err := image.With(imageparser.Registry, "mirror.example.com")
	fmt.Println(mirrored, err)
	fmt.Println(image)

	_, err = image.With(imageparser.Tag, "not a tag")
	fmt.Println(err)
	// Output:
	// mirror.example.com/nginx:1.25 <nil>
	// nginx:1.25
	// image "nginx:1.25": tag "not a tag": invalid tag format
}

// A word without a dot is not a host, so it becomes the first segment of the repository.
func ExampleImage_With_hostRule() {
	image, _ := imageparser.Parse("myapp:1.0.0")
	image, _ = image.With(imageparser.Registry, "test-repo")
	fmt.Println(image)
	fmt.Printf("%q %q\n", image.Get(imageparser.Registry), image.Get(imageparser.Repository))
	// Output:
	// test-repo/myapp:1.0.0
	// "" "test-repo/myapp"
}

// TagOrDigest replaces the tag and the digest together; Tag replaces only the tag.
func ExampleComponent_tagOrDigest() {
	image, _ := imageparser.Parse("app:v1@sha256:50d858e0985ecc7f60418aaf0cc5ab587f42c2570a884095a9e8ccacd0f6545c")
	one, _ := image.With(imageparser.TagOrDigest, "v2")
	two, _ := image.With(imageparser.Tag, "v2")
	fmt.Println(one)
	fmt.Println(two)
	// Output:
	// app:v2
	// app:v2@sha256:50d858e0985ecc7f60418aaf0cc5ab587f42c2570a884095a9e8ccacd0f6545c
}

// Parts need not be valid before Check.
func ExampleParts() {
	image, _ := imageparser.Parse("docker.io/nginx:v1")
	parts := image.Parts()

	parts, _ = parts.Set(imageparser.Repository, "")
	fmt.Println(parts.Check())

	parts, _ = parts.Set(imageparser.Repository, "team/app")
	fmt.Println(parts, parts.Check())
	// Output:
	// image "docker.io/:v1": invalid reference format
	// docker.io/team/app:v1 <nil>
}
