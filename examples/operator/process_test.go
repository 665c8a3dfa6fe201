package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// childVariable makes the test program the operator: it can be killed, which a goroutine cannot.
const childVariable = "OPERATOR_TEST_CHILD"

func init() {
	if os.Getenv(childVariable) != "" {
		os.Exit(start(context.Background(), os.Args[1:]))
	}
}

// processes are operators in processes of their own.
type processes struct {
	t   *testing.T
	all []*exec.Cmd
}

// newProcesses returns processes that end with the test, after all cleanups that are registered later.
func newProcesses(t *testing.T) *processes {
	p := &processes{t: t}
	t.Cleanup(func() {
		for _, cmd := range p.all {
			kill(cmd)
		}
	})
	return p
}

// start starts an operator with arguments in addition to those that tests need.
func (p *processes) start(arguments ...string) *exec.Cmd {
	t := p.t
	t.Helper()
	kubeconfig, err := fleet.Hub.Kubeconfig()
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "kubeconfig")
	require.NoError(t, os.WriteFile(file, kubeconfig, 0o600))
	program, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(program, append([]string{
		"-kubeconfig", file, "-metrics-bind-address", "0", "-health-probe-bind-address", "0", "-member-timeout", "2s", "-member-period", "500ms",
	}, arguments...)...)
	cmd.Env = append(os.Environ(), childVariable+"=1")
	dieWithParent(cmd)
	if os.Getenv("TEST_LOGS") != "" {
		cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	}
	require.NoError(t, cmd.Start())
	p.all = append(p.all, cmd)
	return cmd
}

// kill sends SIGKILL, and waits until the process is gone.
func kill(cmd *exec.Cmd) {
	if cmd.ProcessState == nil {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
}
