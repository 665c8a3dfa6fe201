package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/examples/internal/shard"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy/files"
)

// Input has the flags of all subcommands that read documents.
type Input struct {
	Namespace   string
	ShowSecrets bool
	Verbose     bool
	Exclude     []string
	excluding   *input.Excluding
	FailOn      map[string]bool // changes and findings
}

// AddTo adds the flags.
func (i *Input) AddTo(cmd *cobra.Command) {
	i.AddReading(cmd)
	i.FailOn = map[string]bool{}
	cmd.Flags().Func("fail-on", "exit with status 1 for `WHAT`: changes, findings (any warning), or changes,findings; may be repeated", func(s string) error {
		for what := range strings.SplitSeq(s, ",") {
			if what != "changes" && what != "findings" {
				return errors.New("expected changes or findings")
			}
			i.FailOn[what] = true
		}
		return nil
	})
	Complete(cmd, "fail-on", "changes", "findings", "changes,findings")
}

// AddReading adds the flags except --fail-on, for a subcommand that does not support changes and findings.
func (i *Input) AddReading(cmd *cobra.Command) {
	flags := cmd.Flags()
	i.Namespace = "default"
	flags.Var((*namespace)(&i.Namespace), "namespace", "the namespace `NAME` of namespaced documents without one")
	flags.BoolVar(&i.ShowSecrets, "show-secrets", false, "show the values of Secrets")
	flags.BoolVar(&i.Verbose, "verbose", false, "list everything that was ignored in folders")
	Complete(cmd, "namespace")
	i.addExclude(cmd)
}

// namespace is the value of a flag. Empty means none.
type namespace string

// Set checks a name as an API server does.
func (n *namespace) Set(s string) error {
	if s != "" && len(validation.IsDNS1123Label(s)) > 0 {
		return errors.New("expected the name of a namespace: at most 63 small letters, digits and dashes, with a letter or digit at both ends")
	}
	*n = namespace(s)
	return nil
}

func (n *namespace) String() string { return string(*n) }

// Type makes the help quote the default.
func (n *namespace) Type() string { return "string" }

// patterns is the value of a flag that may be repeated.
type patterns []string

// Set checks and adds a pattern.
func (p *patterns) Set(s string) error {
	*p = append(*p, s)
	return files.CheckPattern(s)
}

func (p *patterns) String() string { return strings.Join(*p, ",") }

func (p *patterns) Type() string { return "string" }

// addExclude adds the flag --exclude, which may be repeated.
func (i *Input) addExclude(cmd *cobra.Command) {
	i.excluding = &input.Excluding{}
	cmd.Flags().Var((*patterns)(&i.Exclude), "exclude", "in folders, ignore files and folders whose name or path matches `PATTERN`, such as tsconfig.json or 'charts/*'; may be repeated")
	Complete(cmd, "exclude")
}

// unused returns the patterns of --exclude that left out nothing.
func (i *Input) unused(reports []*Report) []string {
	if len(reports) > 0 {
		return reports[0].Unused
	}
	return i.excluding.Unused(i.Exclude)
}

// AddShard adds the flag --shard.
func AddShard(cmd *cobra.Command, env *Env, s *shard.Shard) {
	cmd.Flags().Func("shard", "print the report of the shard `INDEX/COUNT`, such as 0/4 to 3/4, for overridekit merge; auto/4 uses JOB_COMPLETION_INDEX, the index of the pod in an Indexed Job",
		func(text string) (err error) {
			*s, err = shard.Parse(text, env.Index)
			return err
		})
	Complete(cmd, "shard")
}

// Reader returns what reads the paths.
func (i *Input) Reader(env *Env) input.Reader {
	return input.Reader{Stdin: env.In, Namespace: i.Namespace, Hide: i.Hide(), Exclude: i.Exclude, Excluding: i.excluding, Unread: env.Unread}
}

// Hide returns the places that human-readable output masks.
func (i *Input) Hide() redact.Places {
	if i.ShowSecrets {
		return redact.Nothing
	}
	return nil
}

// AddOutput adds the flag -o with the formats that it can have.
func AddOutput(cmd *cobra.Command, format *string, usage string, formats ...string) {
	cmd.Flags().FuncP("output", "o", "the output `FORMAT`: "+usage, func(s string) error {
		if *format = s; !slices.Contains(formats, s) {
			return fmt.Errorf("expected %s", oneOf(formats))
		}
		return nil
	})
	Complete(cmd, "output", formats...)
}

// AddGuard adds the flag --guard.
func AddGuard(cmd *cobra.Command, guarded *override.GuardedPolicies) {
	words := []string{override.GuardNamespaced.String(), override.GuardAll.String()}
	cmd.Flags().Func("guard", "fail where an override policy changes kind, apiVersion, namespace, name or what the control plane owns: `WHOSE` policies, namespaced or all; without it, a changed kind, apiVersion, namespace or name is a warning", func(s string) error {
		i := slices.Index(words, s)
		if *guarded = override.GuardedPolicies(i + 1); i < 0 {
			return fmt.Errorf("expected %s", oneOf(words))
		}
		return nil
	})
	Complete(cmd, "guard", words...)
}

// AddClusters adds the flag --cluster, which may be repeated.
func AddClusters(cmd *cobra.Command, names *[]string) {
	cmd.Flags().Func("cluster", "only the cluster `NAME`; may be repeated", func(s string) error {
		if s == "" {
			return errors.New("expected the name of a cluster")
		}
		if !slices.Contains(*names, s) {
			*names = append(*names, s)
		}
		return nil
	})
	Complete(cmd, "cluster")
}

// AddObjects adds the flag --object, which may be repeated.
func AddObjects(cmd *cobra.Command, objects *[]Object) {
	cmd.Flags().Func("object", "only the object `KIND/NAMESPACE/NAME` or KIND/NAME; may be repeated", func(s string) error {
		var object Object
		err := object.Set(s)
		*objects = append(*objects, object)
		return err
	})
	Complete(cmd, "object")
}

// oneOf returns, for example, yaml, diff or json.
func oneOf(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// CheckPaths returns an error if there is no path, or if one is empty.
func CheckPaths(paths []string) error {
	if len(paths) == 0 {
		return errors.New("missing PATH: expected files, folders, or - for standard input")
	}
	if slices.Contains(paths, "") {
		return errors.New("found an empty PATH, expected a file, a folder or -")
	}
	return nil
}
