//go:build !linux

package controllertest

import "syscall"

// attributes keeps an interrupt of the terminal from a program: Stop ends it.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true}
}
