package files_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/files"
)

const web = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
`

// Read a folder, and the line of a field.
func Example() {
	folder, _ := os.MkdirTemp("", "files")
	defer os.RemoveAll(folder)
	_ = os.WriteFile(filepath.Join(folder, "web.yaml"), []byte(web), 0o600)
	_ = os.WriteFile(filepath.Join(folder, ".old.yaml"), []byte(web), 0o600)

	bundle, report := files.Reader{}.Read(folder)
	fmt.Println("errors:", report.Err())
	fmt.Println("ignored:", len(report.Ignored), report.Ignored[0].Reason)
	place := bundle.Place(override.RefOf(bundle.Objects[0]), "spec.replicas")
	fmt.Println(filepath.Base(place.File), "line", place.Line)
	// Output:
	// errors: <nil>
	// ignored: 1 hidden
	// web.yaml line 5
}

// A message begins with the file and the line of a field.
func ExampleBundle_Where() {
	source := files.Reader{}.Decode(files.File{Name: "web.yaml"}, strings.NewReader(web))
	bundle, _ := files.Merge(source)
	deployment := override.RefOf(bundle.Objects[0])
	fmt.Println(bundle.Where(deployment, "spec.replicas") + "expected at least 3 replicas")
	fmt.Println(bundle.Place(deployment, "spec.replicas"))
	// Output:
	// web.yaml:5: expected at least 3 replicas
	// web.yaml:5
}

// Decode files once and merge them in several ways.
func ExampleMerge() {
	var reader files.Reader
	web := reader.Decode(files.File{Name: "web.yaml"}, strings.NewReader(web))
	for _, name := range []string{"member1", "member2"} {
		text := "{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: " + name + "}}"
		bundle, _ := files.Merge(web, reader.Decode(files.File{Name: name + ".yaml"}, strings.NewReader(text)))
		fmt.Println(len(bundle.Objects), "object,", bundle.Clusters[0].Name, "in", bundle.Place(files.ClusterRef(name), ""))
	}
	// Output:
	// 1 object, member1 in member1.yaml:1
	// 1 object, member2 in member2.yaml:1
}

// Find the files of a folder, and read them one by one.
func ExampleReader_Find() {
	folder, _ := os.MkdirTemp("", "files")
	defer os.RemoveAll(folder)
	_ = os.WriteFile(filepath.Join(folder, "web.yaml"), []byte(web), 0o600)
	_ = os.WriteFile(filepath.Join(folder, "ci.yaml"), []byte("on: push\n"), 0o600)

	var reader files.Reader
	found, report := reader.Find(folder)
	fmt.Println("errors:", report.Err())
	for _, file := range found {
		source := reader.ReadFile(file)
		fmt.Println(filepath.Base(file.Name), "objects:", len(source.Bundle().Objects), "ignored:", len(source.Report().Ignored))
	}
	// Output:
	// errors: <nil>
	// ci.yaml objects: 0 ignored: 1
	// web.yaml objects: 1 ignored: 0
}

// Each error has its file and line.
func ExampleReport() {
	source := files.Reader{}.Decode(files.File{Name: "web.yaml"}, strings.NewReader(web+"---\nkind: Deployment\n"))
	for _, err := range source.Report().Errors {
		fmt.Println(err)
	}
	// Output:
	// web.yaml:6: apiVersion is missing, expected a string
}
