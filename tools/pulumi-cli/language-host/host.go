package main

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"syscall"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"
)

// host answers the engine's requests. Those that are not here, such as the generation of programs, are refused.
type host struct {
	pulumirpc.UnimplementedLanguageRuntimeServer
	engineAddress string
	children      children
}

func (h *host) Handshake(
	_ context.Context, request *pulumirpc.LanguageHandshakeRequest,
) (*pulumirpc.LanguageHandshakeResponse, error) {
	if request.GetEngineAddress() != "" {
		h.engineAddress = request.GetEngineAddress()
	}
	return &pulumirpc.LanguageHandshakeResponse{}, nil
}

func (h *host) GetPluginInfo(context.Context, *emptypb.Empty) (*pulumirpc.PluginInfo, error) {
	return &pulumirpc.PluginInfo{Version: version}, nil
}

// GetRequiredPackages names none: the dynamic provider is beside the CLI, and the engine downloads any other plugin when a
// resource first needs it.
func (h *host) GetRequiredPackages(
	context.Context, *pulumirpc.GetRequiredPackagesRequest,
) (*pulumirpc.GetRequiredPackagesResponse, error) {
	return &pulumirpc.GetRequiredPackagesResponse{}, nil
}

func (h *host) GetRequiredPlugins(
	context.Context, *pulumirpc.GetRequiredPluginsRequest,
) (*pulumirpc.GetRequiredPluginsResponse, error) {
	return &pulumirpc.GetRequiredPluginsResponse{}, nil
}

func (h *host) RuntimeOptionsPrompts(
	context.Context, *pulumirpc.RuntimeOptionsRequest,
) (*pulumirpc.RuntimeOptionsResponse, error) {
	return &pulumirpc.RuntimeOptionsResponse{}, nil
}

func (h *host) Template(context.Context, *pulumirpc.TemplateRequest) (*pulumirpc.TemplateResponse, error) {
	return &pulumirpc.TemplateResponse{}, nil
}

func (h *host) About(_ context.Context, request *pulumirpc.AboutRequest) (*pulumirpc.AboutResponse, error) {
	options, err := readOptions(request.GetInfo())
	if err != nil {
		return nil, err
	}
	node, err := exec.LookPath("node")
	if err != nil {
		return nil, err
	}
	nodeVersion, err := exec.Command(node, "--version").Output()
	if err != nil {
		return nil, fmt.Errorf("%s --version: %w", node, err)
	}
	manager := packageManager(options, request.GetInfo().GetProgramDirectory())
	return &pulumirpc.AboutResponse{
		Executable: node,
		Version:    strings.TrimSpace(string(nodeVersion)),
		Metadata:   map[string]string{"packagemanager": manager},
	}, nil
}

func (h *host) Cancel(context.Context, *emptypb.Empty) (*emptypb.Empty, error) {
	h.children.stopAll(syscall.SIGINT)
	return &emptypb.Empty{}, nil
}

func unsupported(what string) error {
	return status.Errorf(codes.Unknown,
		"%s requires Pulumi's official Node language host, which this CLI does not have. Install the official Pulumi CLI.",
		what)
}

func (h *host) GenerateProgram(
	context.Context, *pulumirpc.GenerateProgramRequest,
) (*pulumirpc.GenerateProgramResponse, error) {
	return nil, unsupported("Converting a program")
}

func (h *host) GenerateProject(
	context.Context, *pulumirpc.GenerateProjectRequest,
) (*pulumirpc.GenerateProjectResponse, error) {
	return nil, unsupported("Converting a project")
}

func (h *host) GeneratePackage(
	context.Context, *pulumirpc.GeneratePackageRequest,
) (*pulumirpc.GeneratePackageResponse, error) {
	return nil, unsupported("Generating an SDK")
}

func (h *host) Pack(context.Context, *pulumirpc.PackRequest) (*pulumirpc.PackResponse, error) {
	return nil, unsupported("Packing an SDK")
}

func (h *host) Link(context.Context, *pulumirpc.LinkRequest) (*pulumirpc.LinkResponse, error) {
	return nil, unsupported("Linking an SDK")
}
