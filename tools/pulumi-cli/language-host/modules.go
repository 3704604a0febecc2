package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// locate finds a module of the Pulumi SDK from the program's folder as Node does, so that its installed version runs.
func locate(module, folder, installCommand string) (string, error) {
	folder = absolute(folder)
	for _, place := range places(module, folder) {
		for _, file := range []string{place, place + ".js", filepath.Join(place, "index.js")} {
			if info, err := os.Stat(file); err == nil && !info.IsDir() {
				return filepath.EvalSymlinks(file)
			}
		}
	}
	return "", fmt.Errorf("%s was not found from %s. It looks like the Pulumi SDK has not been installed there. "+
		"Have you run %s?", module, folder, installCommand)
}

func places(module, folder string) []string {
	if filepath.IsAbs(module) {
		return []string{module}
	}
	if strings.HasPrefix(module, "./") || strings.HasPrefix(module, "../") {
		return []string{filepath.Join(folder, module)}
	}
	var found []string
	for _, parent := range parents(folder) {
		found = append(found, filepath.Join(parent, "node_modules", module))
	}
	for _, global := range filepath.SplitList(os.Getenv("NODE_PATH")) {
		found = append(found, filepath.Join(global, module))
	}
	return found
}

// parents are a folder and those above it.
func parents(folder string) []string {
	all := []string{absolute(folder)}
	for last := all[0]; filepath.Dir(last) != last; {
		last = filepath.Dir(last)
		all = append(all, last)
	}
	return all
}

func absolute(folder string) string {
	if full, err := filepath.Abs(folder); err == nil {
		return full
	}
	return filepath.Clean(folder)
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}
