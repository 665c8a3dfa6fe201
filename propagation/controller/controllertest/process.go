package controllertest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

// process is a program that runs until it is killed.
type process struct {
	name string
	log  string // the path of its output
	cmd  *exec.Cmd
	done chan struct{} // closed when it has ended

	suspended bool
}

// startProcess starts a program, whose output is appended to the file log.
func startProcess(name, path, log string, args []string) (*process, error) {
	file, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	defer file.Close()
	p := &process{name: name, log: log, cmd: exec.Command(path, args...), done: make(chan struct{})}
	p.cmd.Stdout, p.cmd.Stderr = file, file
	p.cmd.SysProcAttr = attributes()
	started := make(chan error, 1)
	go func() {
		// Linux ends the program with the thread that has started it, so that thread waits for it.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := p.cmd.Start()
		started <- err
		if err == nil {
			_ = p.cmd.Wait()
		}
		close(p.done)
	}()
	if err := <-started; err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return p, nil
}

// kill ends the process and waits until it has ended. A nil process has ended.
func (p *process) kill() {
	if p == nil {
		return
	}
	_ = p.cmd.Process.Kill() // fails if it has ended
	<-p.done
}

// signal sends a signal. It fails if the process has ended.
func (p *process) signal(s syscall.Signal) error {
	if p == nil {
		return os.ErrProcessDone
	}
	if err := p.cmd.Process.Signal(s); err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	return nil
}

// suspend stops the process, and returns when all of its threads have stopped: a signal alone returns earlier.
func (p *process) suspend() error {
	if p != nil && p.suspended {
		return nil
	}
	if err := p.signal(syscall.SIGSTOP); err != nil {
		return err
	}
	for {
		var status syscall.WaitStatus
		_, err := syscall.Wait4(p.cmd.Process.Pid, &status, syscall.WUNTRACED, nil)
		switch {
		case err == syscall.EINTR:
		case err != nil:
			return fmt.Errorf("%s: %w", p.name, err)
		case !status.Stopped():
			return fmt.Errorf("%s: %w", p.name, os.ErrProcessDone)
		default:
			p.suspended = true
			return nil
		}
	}
}

// resume continues after suspend.
func (p *process) resume() error {
	if err := p.signal(syscall.SIGCONT); err != nil {
		return err
	}
	p.suspended = false
	return nil
}

// wait calls ready until it reports success, the process or ctx has ended.
func (p *process) wait(ctx context.Context, ready func(context.Context) error) error {
	for {
		err := ready(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-p.done:
			return p.ended()
		case <-ctx.Done():
			return fmt.Errorf("%s is not ready: %w: %w", p.name, context.Cause(ctx), err)
		case <-tick():
		}
	}
}

// ended returns the error of a process that ended by itself, with the end of its output.
func (p *process) ended() error {
	out, _ := os.ReadFile(p.log)
	return fmt.Errorf("%s has ended: %s: %s", p.name, p.cmd.ProcessState, tail(out))
}
