package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

// alreadyReported is the exit code of the runner when it has already reported the error (cmd/run/index.js).
const alreadyReported = 32

// Run starts the user's program with the SDK's runner, waits for its end and says how it ended.
func (h *host) Run(ctx context.Context, request *pulumirpc.RunRequest) (*pulumirpc.RunResponse, error) {
	command, err := h.program(request)
	if err != nil {
		return &pulumirpc.RunResponse{Error: err.Error()}, nil
	}
	err = h.children.run(ctx, command, syscall.SIGINT)
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == alreadyReported {
		return &pulumirpc.RunResponse{Bail: true}, nil
	}
	return &pulumirpc.RunResponse{Error: describeEnd("the program", err)}, nil
}

func (h *host) program(request *pulumirpc.RunRequest) (*exec.Cmd, error) {
	info := request.GetInfo()
	chosen, err := readOptions(info)
	if err != nil {
		return nil, err
	}
	runner := cmp.Or(os.Getenv("PULUMI_LANGUAGE_NODEJS_RUN_PATH"), "@pulumi/pulumi/cmd/run")
	entry, err := locate(runner, info.GetProgramDirectory(), "pulumi install")
	if err != nil {
		return nil, err
	}
	command := node(append(append(chosen.nodeArguments, entry), h.programArguments(request)...)...)
	command.Env = append(append(os.Environ(), chosen.environment()...), configEnvironment(request)...)
	// The program writes directly to the engine's pipes, which stream to the user: nothing is buffered here, and nothing
	// is lost when the program exits early.
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	return command, nil
}

func (h *host) programArguments(request *pulumirpc.RunRequest) []string {
	info := request.GetInfo()
	var arguments []string
	for _, flag := range []struct{ name, value string }{
		{"monitor", request.GetMonitorAddress()},
		{"engine", h.engineAddress},
		{"organization", request.GetOrganization()},
		{"project", request.GetProject()},
		{"root-directory", info.GetRootDirectory()},
		{"stack", request.GetStack()},
		{"pwd", info.GetProgramDirectory()},
		{"parallel", fmt.Sprint(request.GetParallel())},
	} {
		if flag.value != "" {
			arguments = append(arguments, "--"+flag.name, flag.value)
		}
	}
	if request.GetDryRun() {
		arguments = append(arguments, "--dry-run")
	}
	return append(append(arguments, cmp.Or(info.GetEntryPoint(), ".")), request.GetArgs()...)
}

// configEnvironment has the stack's configuration as the SDK reads it. It reads keys with and without "config"; old
// releases only those with it.
func configEnvironment(request *pulumirpc.RunRequest) []string {
	config := map[string]string{}
	for key, value := range request.GetConfig() {
		parts := strings.Split(key, ":")
		config[parts[0]+":config:"+parts[len(parts)-1]] = value
	}
	secretKeys := request.GetConfigSecretKeys()
	if secretKeys == nil {
		secretKeys = []string{}
	}
	return []string{"PULUMI_CONFIG=" + asJSON(config), "PULUMI_CONFIG_SECRET_KEYS=" + asJSON(secretKeys)}
}
