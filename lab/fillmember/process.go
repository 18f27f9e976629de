package main

import "os/exec"

// process is a program that runs until it ends or is killed.
type process struct {
	cmd  *exec.Cmd
	over chan struct{}
}

func (p *process) begin(cmd *exec.Cmd) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	p.cmd, p.over = cmd, make(chan struct{})
	go func() {
		_ = cmd.Wait() // how it ended is in its state
		close(p.over)
	}()
	return nil
}

func (p *process) pid() int { return p.cmd.Process.Pid }

func (p *process) ended() bool {
	select {
	case <-p.over:
		return true
	default:
		return false
	}
}

// kill returns when the process is gone.
func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	<-p.over
}

// how it ended: "exit status 3", "signal: killed".
func (p *process) how() string { return p.cmd.ProcessState.String() }
