package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/google/shlex"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

// options are `runtime.options` of a Pulumi.yaml, PulumiPolicy.yaml or PulumiPlugin.yaml.
type options struct {
	typescript     bool
	tsconfig       string
	nodeArguments  []string
	packageManager string
	production     bool
}

var packageManagers = []string{"auto", "npm", "yarn", "pnpm", "bun"}

// readOptions reads the options of a program. The error names an option that has the wrong type.
func readOptions(info *pulumirpc.ProgramInfo) (options, error) {
	given := info.GetOptions().AsMap()
	read := options{typescript: true, packageManager: "auto"}
	var nodeArguments string
	for name, target := range map[string]any{
		"typescript":     &read.typescript,
		"tsconfig":       &read.tsconfig,
		"nodeargs":       &nodeArguments,
		"packagemanager": &read.packageManager,
		"production":     &read.production,
	} {
		value, isGiven := given[name]
		if !isGiven {
			continue
		}
		if err := assign(target, value); err != nil {
			return read, fmt.Errorf("runtime option %q must be a %w, but is %s", name, err, asJSON(value))
		}
	}
	if !slices.Contains(packageManagers, read.packageManager) {
		return read, fmt.Errorf("runtime option \"packagemanager\" must be one of %s, but is %q",
			strings.Join(packageManagers, ", "), read.packageManager)
	}
	var err error
	if read.nodeArguments, err = shlex.Split(nodeArguments); err != nil {
		return read, fmt.Errorf("runtime option \"nodeargs\" is %q: %w", nodeArguments, err)
	}
	return read, nil
}

// assign sets an option; its error is the name of the type that the value should have.
func assign(target, value any) error {
	switch target := target.(type) {
	case *bool:
		given, ok := value.(bool)
		if !ok {
			return fmt.Errorf("boolean")
		}
		*target = given
	case *string:
		given, ok := value.(string)
		if !ok {
			return fmt.Errorf("string")
		}
		*target = given
	}
	return nil
}

// environment has the variables of @pulumi/pulumi/cmd/run and the other runners.
func (o options) environment() []string {
	var variables []string
	if o.typescript {
		variables = append(variables, "PULUMI_NODEJS_TYPESCRIPT=true")
	}
	if o.tsconfig != "" {
		variables = append(variables, "PULUMI_NODEJS_TSCONFIG_PATH="+o.tsconfig)
	}
	return variables
}

func asJSON(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	return string(text)
}
