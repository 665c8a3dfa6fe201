package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
)

// options are the command line.
type options struct {
	object    name
	cluster   string
	path      *jsontree.Pointer // nil: the whole object
	json      bool
	namespace string
	hide      redact.Places // not shown in output for people
	paths     []string
}

// parseOptions parses the command line. It prints errors and help to stderr.
func parseOptions(args []string, stderr io.Writer) (options, error) {
	var opts options
	flags := flag.NewFlagSet("explain", flag.ContinueOnError)
	flags.Func("object", "the object `KIND/NAMESPACE/NAME`, or KIND/NAME", func(s string) error {
		parts := strings.Split(s, "/")
		if len(parts) < 2 || len(parts) > 3 || parts[0] == "" || parts[len(parts)-1] == "" {
			return errors.New("expected KIND/NAMESPACE/NAME or KIND/NAME")
		}
		opts.object = name{kind: parts[0], name: parts[len(parts)-1]}
		if len(parts) == 3 {
			opts.object.namespace = parts[1]
		}
		return nil
	})
	flags.StringVar(&opts.cluster, "cluster", "", "the cluster `NAME`, with or without a Cluster document")
	flags.Func("path", "only the value at the JSON `POINTER`, such as /spec/replicas", func(s string) error {
		p, err := jsontree.Parse(s)
		opts.path = &p
		return err
	})
	flags.Func("o", "the output `FORMAT`: text (the default) or json", func(s string) error {
		opts.json = s == "json"
		if s != "json" && s != "text" {
			return errors.New("expected text or json")
		}
		return nil
	})
	flags.StringVar(&opts.namespace, "namespace", "default", "the namespace `NAME` of namespaced documents without one")
	input.Secrets(flags, &opts.hide)
	synopsis := "usage: explain -object KIND/NAMESPACE/NAME -cluster NAME [-path POINTER] [flags] PATH..."
	err := input.Parse(flags, args, stderr, synopsis, func() error {
		opts.paths = flags.Args()
		switch {
		case opts.object.kind == "":
			return errors.New("-object must be set")
		case opts.cluster == "":
			return errors.New("-cluster must be set")
		}
		return input.CheckPaths(opts.paths)
	})
	return opts, err
}

// name is the name of an object on the command line.
type name struct{ kind, namespace, name string }

// find returns the only object with the name.
func (n name) find(objects []*unstructured.Unstructured) (*unstructured.Unstructured, error) {
	var found *unstructured.Unstructured
	for _, o := range objects {
		if !strings.EqualFold(o.GetKind(), n.kind) || o.GetName() != n.name || n.namespace != "" && o.GetNamespace() != n.namespace {
			continue
		}
		if found != nil {
			return nil, fmt.Errorf("several objects are %s: %s and %s", n, refOf(found), refOf(o))
		}
		found = o
	}
	if found == nil {
		return nil, fmt.Errorf("no object %s, found %s", n, listed(objects))
	}
	return found, nil
}

func (n name) String() string {
	if n.namespace == "" {
		return n.kind + "/" + n.name
	}
	return n.kind + "/" + n.namespace + "/" + n.name
}

// listed returns the names of at most five objects.
func listed(objects []*unstructured.Unstructured) string {
	if len(objects) == 0 {
		return "no objects"
	}
	var names []string
	for i, o := range objects {
		if i == 5 {
			names = append(names, fmt.Sprintf("%d more", len(objects)-i))
			break
		}
		names = append(names, refOf(o))
	}
	return strings.Join(names, ", ")
}

func refOf(o *unstructured.Unstructured) string {
	ref := override.Ref{APIVersion: o.GetAPIVersion(), Kind: o.GetKind(), Namespace: o.GetNamespace(), Name: o.GetName()}
	return ref.String() + " (" + ref.APIVersion + ")"
}
