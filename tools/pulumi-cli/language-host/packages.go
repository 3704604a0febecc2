package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
)

var (
	lockFiles = []struct{ name, manager string }{
		{"package-lock.json", "npm"},
		{"yarn.lock", "yarn"},
		{"pnpm-lock.yaml", "pnpm"},
		{"bun.lock", "bun"},
		{"bun.lockb", "bun"},
	}
	withoutDev = map[string]string{
		"npm": "--omit=dev", "yarn": "--production", "pnpm": "--prod", "bun": "--production",
	}
)

// packageManager is the one in the options, or that of the nearest lock file; npm by default.
func packageManager(chosen options, folder string) string {
	if chosen.packageManager != "auto" {
		return chosen.packageManager
	}
	for _, parent := range parents(folder) {
		for _, lock := range lockFiles {
			if exists(filepath.Join(parent, lock.name)) {
				return lock.manager
			}
		}
	}
	return "npm"
}

// InstallDependencies runs the package manager's install command, which finds the root of a workspace.
func (h *host) InstallDependencies(
	request *pulumirpc.InstallDependenciesRequest,
	stream grpc.ServerStreamingServer[pulumirpc.InstallDependenciesResponse],
) error {
	info := request.GetInfo()
	chosen, err := readOptions(info)
	if err != nil {
		return err
	}
	folder := info.GetProgramDirectory()
	manager := packageManager(chosen, folder)
	arguments := []string{"install"}
	if chosen.production {
		arguments = append(arguments, withoutDev[manager])
	}
	command := exec.Command(manager, arguments...)
	command.Dir = folder
	output := output[pulumirpc.InstallDependenciesResponse]{stream: stream}
	command.Stdout = output.to(func(data []byte) *pulumirpc.InstallDependenciesResponse {
		return &pulumirpc.InstallDependenciesResponse{Stdout: data}
	})
	command.Stderr = output.to(func(data []byte) *pulumirpc.InstallDependenciesResponse {
		return &pulumirpc.InstallDependenciesResponse{Stderr: data}
	})
	if err := h.children.run(stream.Context(), command, syscall.SIGTERM); err != nil {
		return fmt.Errorf("%q in %s: %w", strings.Join(command.Args, " "), folder, err)
	}
	return nil
}

// GetProgramDependencies lists the installed dependencies in the program's package.json, and theirs where that is wanted.
func (h *host) GetProgramDependencies(
	_ context.Context, request *pulumirpc.GetProgramDependenciesRequest,
) (*pulumirpc.GetProgramDependenciesResponse, error) {
	installed := installedPackages{transitive: request.GetTransitiveDependencies(), seen: map[string]bool{}}
	for _, parent := range parents(request.GetInfo().GetProgramDirectory()) {
		if !exists(filepath.Join(parent, "package.json")) {
			continue
		}
		root, err := readManifest(parent)
		if err == nil {
			err = installed.visit(root, parent, true)
		}
		if err != nil {
			return nil, err
		}
		break
	}
	return &pulumirpc.GetProgramDependenciesResponse{Dependencies: installed.found}, nil
}

type manifest struct {
	Version         string            `json:"version"`
	Dependencies    map[string]string `json:"dependencies"`
	DevDependencies map[string]string `json:"devDependencies"`
}

type installedPackages struct {
	transitive bool
	seen       map[string]bool
	found      []*pulumirpc.DependencyInfo
}

func (p *installedPackages) visit(of manifest, from string, withDev bool) error {
	var names []string
	for name := range of.Dependencies {
		names = append(names, name)
	}
	for name := range of.DevDependencies {
		if withDev {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		home := packageFolder(name, from)
		if home == "" || p.seen[home] {
			continue
		}
		dependency, err := readManifest(home)
		if err != nil {
			return err
		}
		p.seen[home] = true
		p.found = append(p.found, &pulumirpc.DependencyInfo{Name: name, Version: dependency.Version})
		if !p.transitive {
			continue
		}
		real, err := filepath.EvalSymlinks(home)
		if err == nil {
			err = p.visit(dependency, real, false)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// packageFolder is where Node finds a package from a folder, or empty.
func packageFolder(name, from string) string {
	for _, parent := range parents(from) {
		home := filepath.Join(parent, "node_modules", name)
		if exists(filepath.Join(home, "package.json")) {
			return home
		}
	}
	return ""
}

func readManifest(folder string) (manifest, error) {
	var read manifest
	file := filepath.Join(folder, "package.json")
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &read)
	}
	if err != nil {
		return read, fmt.Errorf("reading %s: %w", file, err)
	}
	return read, nil
}
