package change

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/override"
)

// Options are the flags about what is compared.
type Options struct {
	cli.Input
	Clusters []string     // empty: all
	Objects  []cli.Object // empty: all
	Guard    override.GuardedPolicies

	MayRepair bool // the change may repair documents before it that cannot be read
}

// AddTo adds the flags.
func (o *Options) AddTo(cmd *cobra.Command) {
	cli.AddGuard(cmd, &o.Guard)
	cli.AddClusters(cmd, &o.Clusters)
	cli.AddObjects(cmd, &o.Objects)
	o.Input.AddTo(cmd)
}

// CheckPaths checks that exactly two paths are given. One of them may be standard input.
func CheckPaths(paths []string) error {
	switch {
	case len(paths) == 0:
		return errors.New("missing BEFORE and AFTER: expected two files or folders; one of them may be - for standard input")
	case len(paths) != 2:
		return fmt.Errorf("number of paths: found %d, expected two: BEFORE and AFTER", len(paths))
	case paths[0] == "-" && paths[1] == "-":
		return errors.New("standard input can be only one of the two paths")
	}
	return cli.CheckPaths(paths)
}
