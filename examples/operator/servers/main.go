// Command servers starts API servers on loopback, a hub and its member clusters, and writes their kubeconfigs and, when all
// are there, the file ready. They run until it is interrupted. Then it deletes their data and the file ready. The kubeconfigs stay,
// but their credentials are no longer valid.
//
//	go run ./servers -members 2 -dir /tmp/fleet
//	kubectl --kubeconfig /tmp/fleet/hub.kubeconfig get namespaces
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/overridekit/overridekit/propagation/controller/controllertest"
)

func main() {
	members := flag.Int("members", 2, "how many member clusters to start")
	dir := flag.String("dir", ".", "the folder for hub.kubeconfig, member1.kubeconfig, …, which hold credentials")
	build := flag.Bool("build", false, "only build the servers, once, and print their paths")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	run := func() error { return serve(ctx, *members, *dir, os.Stdout) }
	if *build {
		run = func() error { return find(ctx, os.Stdout) }
	}
	if err := run(); err != nil {
		stop()
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

func find(ctx context.Context, out io.Writer) error {
	programs, err := controllertest.Find(ctx, out)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s\n%s\n", programs.Etcd, programs.APIServer)
	return err
}

func serve(ctx context.Context, members int, dir string, out io.Writer) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if err := os.Remove(filepath.Join(dir, "ready")); err != nil && !os.IsNotExist(err) {
		return err
	}
	fleet, err := controllertest.StartFleet(ctx, members, out)
	if err != nil {
		return err
	}
	defer fleet.Stop()
	for _, server := range append([]*controllertest.Server{fleet.Hub}, fleet.Members...) {
		config, err := server.Kubeconfig()
		if err != nil {
			return err
		}
		path := filepath.Join(dir, server.Name()+".kubeconfig")
		if err := os.WriteFile(path, config, 0o600); err != nil {
			return err
		}
		fmt.Fprintln(out, path)
	}
	// Scripts wait for this file.
	if err := os.WriteFile(filepath.Join(dir, "ready"), nil, 0o600); err != nil {
		return err
	}
	defer os.Remove(filepath.Join(dir, "ready"))
	fmt.Fprintln(out, "ready")
	<-ctx.Done()
	return nil
}
