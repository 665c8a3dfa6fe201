// Package files reads policies, clusters and objects from files and folders, for programs such as commands and tests. It knows the file and the
// line of each, so that messages can name the place.
//
//	bundle, report := files.Reader{}.Read("policies", "clusters.yaml")
//	if err := report.Err(); err != nil {
//		return err // every document that cannot be read, each with its file
//	}
//	set := override.NewSet(bundle.Policies...)
//
// The package prints nothing. What a person should know is in the [Report]: errors, warnings, and what was ignored in folders.
//
// # What is read
//
// A path is a file, a folder, or "-" for [Reader.Stdin]. In folders, at any depth, the files with the extensions .yaml, .yml and .json are
// read, but not hidden files, templates and values of Helm, test cases, files of kustomize and their patches, and YAML that is not a
// Kubernetes object. [Reader.Find] has the rules. A file that is named is always read.
//
// # Several files
//
// The files of a path are read on all cores, see [policy.Decoder.Workers].
//
// All files together are one input. A CustomResourceDefinition in one file counts for the objects in all of them. Two files must not define
// the same policy or cluster. They may have the same object, with a warning, because a stream may have one object for each cluster.
//
// [Reader.Read] does everything at once. A program that reads the same files for several inputs does it in steps, and keeps the sources:
//
//	found, report := reader.Find("policies", "workloads") // the files
//	source := reader.ReadFile(found[0])                   // decodes one file
//	bundle, report := files.Merge(source, other)          // one input
package files
