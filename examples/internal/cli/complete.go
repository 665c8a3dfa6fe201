package cli

import (
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/files"
)

// Complete makes a shell complete the value of a flag with words. Without words it completes cluster and object with the names in the paths that the
// command line has so far, and any other flag with nothing, instead of files.
func Complete(cmd *cobra.Command, flag string, words ...string) {
	complete := cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
	if names := namesOf[flag]; names != nil && len(words) == 0 {
		complete = func(cmd *cobra.Command, paths []string, begin string) ([]string, cobra.ShellCompDirective) {
			return sorted(names(readQuietly(cmd, paths)), begin), cobra.ShellCompDirectiveNoFileComp
		}
	}
	if err := cmd.RegisterFlagCompletionFunc(flag, complete); err != nil {
		panic(err) // the flag does not exist
	}
}

// namesOf returns the values that a flag may have.
var namesOf = map[string]func(*files.Bundle) []string{
	"cluster": func(b *files.Bundle) (names []string) {
		for _, c := range b.Clusters {
			names = append(names, c.Name)
		}
		return names
	},
	"object": func(b *files.Bundle) (names []string) {
		for _, o := range b.Objects {
			if ref := override.RefOf(o); ref.Kind != "" && ref.Name != "" {
				names = append(names, Object{ref.Kind, ref.Namespace, ref.Name}.String())
			}
		}
		return names
	},
}

// readQuietly reads what can be read of the paths, except standard input, which is the terminal.
func readQuietly(cmd *cobra.Command, paths []string) *files.Bundle {
	reader := files.Reader{}
	if flag := cmd.Flags().Lookup("namespace"); flag != nil {
		reader.Decoder = policy.Decoder{Namespace: flag.Value.String()}
	}
	if flag := cmd.Flags().Lookup("exclude"); flag != nil {
		if exclude, ok := flag.Value.(*patterns); ok {
			reader.Exclude = *exclude
		}
	}
	bundle, _ := reader.Read(slices.DeleteFunc(slices.Clone(paths), func(path string) bool { return path == "-" || path == "" })...)
	return bundle
}

// sorted returns the names with a beginning, each once. A shell would split a name with a space or a control character.
func sorted(names []string, begin string) []string {
	names = slices.DeleteFunc(names, func(name string) bool {
		return !strings.HasPrefix(name, begin) || strings.ContainsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) })
	})
	slices.Sort(names)
	return slices.Compact(names)
}
