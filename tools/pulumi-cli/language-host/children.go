package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

const (
	parentCheck = 500 * time.Millisecond
	// grace is as long as the engine itself waits for a plugin before it kills it (plugin.go, ExecPlugin).
	grace = 5 * time.Second
)

// children are the processes that the host has started: none of them outlives it.
type children struct {
	lock    sync.Mutex
	running map[*exec.Cmd]struct{}
}

// node is a command of the Node on the PATH, as with the official host.
func node(arguments ...string) *exec.Cmd {
	return exec.Command("node", arguments...)
}

// run runs a command to its end. When the context ends, the command is asked to stop and, after the grace period, killed.
func (c *children) run(ctx context.Context, command *exec.Cmd, stop os.Signal) error {
	// Held during the start: a host that ends meanwhile also kills this process.
	c.lock.Lock()
	err := command.Start()
	if err == nil {
		if c.running == nil {
			c.running = map[*exec.Cmd]struct{}{}
		}
		c.running[command] = struct{}{}
	}
	c.lock.Unlock()
	if err != nil {
		return fmt.Errorf("could not be started: %w", err)
	}
	ended := make(chan struct{})
	go func() {
		select {
		case <-ctx.Done():
			stopProcess(command, stop)
		case <-ended:
		}
	}()
	err = command.Wait()
	close(ended)
	c.lock.Lock()
	delete(c.running, command)
	c.lock.Unlock()
	return err
}

func (c *children) stopAll(by os.Signal) {
	c.each(func(command *exec.Cmd) { stopProcess(command, by) })
}

func (c *children) killAll() {
	c.each(func(command *exec.Cmd) { _ = command.Process.Kill() })
}

func (c *children) each(do func(*exec.Cmd)) {
	c.lock.Lock()
	defer c.lock.Unlock()
	for command := range c.running {
		do(command)
	}
}

// stopProcess signals a process, and kills it after the grace period. One that has ended gets no signal.
func stopProcess(command *exec.Cmd, by os.Signal) {
	_ = command.Process.Signal(by)
	time.AfterFunc(grace, func() { _ = command.Process.Kill() })
}

// whenParentDies calls gone once the parent process has ended. A kill -9 of the engine sends no signal to its children, but
// the kernel gives them another parent.
func whenParentDies(gone func()) {
	parent := os.Getppid()
	for os.Getppid() == parent {
		time.Sleep(parentCheck)
	}
	gone()
}

// describeEnd says how a process ended, by the error of its run. The text of nil is empty.
func describeEnd(what string, err error) string {
	if err == nil {
		return ""
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return fmt.Sprintf("%s %v", what, err)
	}
	state, ok := exit.Sys().(syscall.WaitStatus)
	switch {
	case !ok || !state.Signaled():
		return fmt.Sprintf("Program exited with non-zero exit code: %d", exit.ExitCode())
	case state.Signal() == syscall.SIGABRT: // V8 aborts when it runs out of memory.
		return "Program was ended by SIGABRT, usually because Node ran out of memory. " +
			`Raise the limit in Pulumi.yaml: runtime.options.nodeargs: "--max-old-space-size=<megabytes>"`
	default:
		return "Program was ended by " + unix.SignalName(state.Signal())
	}
}
