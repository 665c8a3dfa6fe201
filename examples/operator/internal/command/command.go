// Package command starts a program that works on a hub: it has the flags for the hub and the log.
package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"

	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client/config"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
)

// Start runs a program until ctx is done, and returns the exit status: 0, 1 if it could not run, or 2 if the command line is invalid. parse adds
// its flags and parses the arguments.
func Start[O any](ctx context.Context, name string, args []string, parse func(*flag.FlagSet, []string) (O, error), run func(ctx context.Context, hub *rest.Config, options O) error) int {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	config.RegisterFlags(flags)
	logs := zap.Options{}
	logs.BindFlags(flags)
	options, err := parse(flags, args)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	ctrl.SetLogger(zap.New(zap.UseFlagOptions(&logs)))
	hub, err := config.GetConfig()
	if err == nil {
		err = run(ctx, hub, options)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}
