package main

import (
	"os/exec"
	"syscall"
)

// dieWithParent kills a process when the tests end, however they end.
func dieWithParent(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
