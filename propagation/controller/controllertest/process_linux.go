package controllertest

import "syscall"

// attributes makes the kernel end a program when this one ends, even if it is killed.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
