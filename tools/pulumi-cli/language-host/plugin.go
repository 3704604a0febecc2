package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
)

// RunPlugin starts a policy pack (kind "analyzer") or a Node provider from its source folder, and streams its output until
// it ends.
func (h *host) RunPlugin(
	request *pulumirpc.RunPluginRequest, stream grpc.ServerStreamingServer[pulumirpc.RunPluginResponse],
) error {
	command, err := plugin(request)
	if err != nil {
		return err
	}
	output := output[pulumirpc.RunPluginResponse]{stream: stream}
	stdout := output.to(func(data []byte) *pulumirpc.RunPluginResponse {
		return &pulumirpc.RunPluginResponse{Output: &pulumirpc.RunPluginResponse_Stdout{Stdout: data}}
	})
	command.Stderr = output.to(func(data []byte) *pulumirpc.RunPluginResponse {
		return &pulumirpc.RunPluginResponse{Output: &pulumirpc.RunPluginResponse_Stderr{Stderr: data}}
	})
	if request.GetKind() == "analyzer" {
		return h.runPolicyPack(stream, command, stdout)
	}
	command.Stdout = stdout
	return pluginEnd(h.children.run(stream.Context(), command, syscall.SIGTERM))
}

// runPolicyPack serves a proxy of the pack, and starts the pack when the stack's configuration is known.
func (h *host) runPolicyPack(
	stream grpc.ServerStreamingServer[pulumirpc.RunPluginResponse], command *exec.Cmd, stdout io.Writer,
) error {
	proxy, port, err := startPolicyProxy()
	if err != nil {
		return err
	}
	fmt.Fprintln(stdout, port)
	var configuration *pulumirpc.AnalyzerStackConfigureRequest
	select {
	case <-stream.Context().Done():
		return nil
	case configuration = <-proxy.configuration:
	}
	command.Env = append(command.Env, stackEnvironment(configuration)...)
	reader, pipe := io.Pipe()
	command.Stdout = pipe
	go func() {
		lines := bufio.NewReader(reader)
		proxy.attach(readPort(lines))
		_, _ = io.Copy(stdout, lines)
	}()
	err = pluginEnd(h.children.run(stream.Context(), command, syscall.SIGTERM))
	if err != nil {
		proxy.fail(err)
	}
	_ = pipe.Close()
	return err
}

// readPort reads a plugin's first line on stdout, which is its port; what follows is for the user.
func readPort(lines *bufio.Reader) (int, error) {
	line, err := lines.ReadString('\n')
	if err != nil {
		return 0, errors.New("it ended before it printed its port")
	}
	line = strings.TrimSuffix(line, "\n")
	port, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil || port <= 0 {
		return 0, fmt.Errorf("its first line should be a port, but is %q", line)
	}
	return port, nil
}

func plugin(request *pulumirpc.RunPluginRequest) (*exec.Cmd, error) {
	info := request.GetInfo()
	folder := info.GetProgramDirectory()
	chosen, err := readOptions(info)
	if err != nil {
		return nil, err
	}
	isPolicyPack := request.GetKind() == "analyzer"
	runner := cmp.Or(os.Getenv("PULUMI_LANGUAGE_NODEJS_RUN_PATH"), "@pulumi/pulumi/cmd/run-plugin")
	if isPolicyPack {
		runner = "@pulumi/pulumi/cmd/run-policy-pack"
	}
	entry, err := locate(runner, folder, "npm install in "+folder)
	if err != nil {
		return nil, err
	}
	arguments := append(chosen.nodeArguments, entry)
	// The two runners expect the folder at opposite ends.
	if isPolicyPack {
		arguments = append(append(arguments, request.GetArgs()...), folder)
	} else {
		arguments = append(append(arguments, folder), request.GetArgs()...)
	}
	command := node(arguments...)
	// Packs run in their own folder, other plugins in the engine's.
	command.Dir = request.GetPwd()
	if isPolicyPack {
		command.Dir = folder
	}
	// The engine sends the whole environment; the later value of a duplicate name applies.
	command.Env = append(append([]string{}, request.GetEnv()...), chosen.environment()...)
	return command, nil
}

func pluginEnd(err error) error {
	if err == nil {
		return nil
	}
	return errors.New(describeEnd("the plugin", err))
}
