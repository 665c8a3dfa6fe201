package controllertest

import "syscall"

// attributes ends a program with this one, also if this one is killed.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
