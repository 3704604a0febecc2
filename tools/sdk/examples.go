package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"sort"
	"strconv"
	"strings"

	"github.com/blang/semver"
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	dotnet "github.com/pulumi/pulumi-dotnet/pulumi-language-dotnet/v3/codegen"
	"github.com/pulumi/pulumi-java/pkg/codegen/java"
	gogen "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/syntax"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// example is a resource or a call of a function: its name in the program, and its inputs.
type example struct {
	Name   string         `json:"name"`
	Values map[string]any `json:"values"`
}

// ownLoader loads the package of the examples.
type ownLoader struct {
	noLoader
	pkg *schema.Package
}

func (l ownLoader) LoadPackage(string, *semver.Version) (*schema.Package, error) { return l.pkg, nil }

func (l ownLoader) LoadPackageV2(context.Context, *schema.PackageDescriptor) (*schema.Package, error) {
	return l.pkg, nil
}

func (l ownLoader) LoadPackageReference(string, *semver.Version) (schema.PackageReference, error) {
	return l.pkg.Reference(), nil
}

func (l ownLoader) LoadPackageReferenceV2(
	context.Context, *schema.PackageDescriptor,
) (schema.PackageReference, error) {
	return l.pkg.Reference(), nil
}

// writeExamples writes each example in every language for which there is a generator, by token and language.
func writeExamples(schemaFile, source, out string) error {
	text, err := os.ReadFile(schemaFile)
	if err != nil {
		return err
	}
	pkg, err := bind(text)
	if err != nil {
		return err
	}
	text, err = os.ReadFile(source)
	if err != nil {
		return err
	}
	var examples map[string]example
	if err := json.Unmarshal(text, &examples); err != nil {
		return err
	}
	written := map[string]map[string]string{}
	for token, one := range examples {
		programs, err := programsOf(pkg, token, one)
		if err != nil {
			return fmt.Errorf("%s: %w", token, err)
		}
		written[token] = programs
	}
	result, err := json.MarshalIndent(written, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(out, append(result, '\n'), 0o644)
}

func programsOf(pkg *schema.Package, token string, one example) (map[string]string, error) {
	programs := map[string]string{"yaml": yamlOf(token, one)}
	generators := map[string]func(*pcl.Program) (map[string][]byte, hcl.Diagnostics, error){
		"typescript": nodejs.GenerateProgram,
		"python":     python.GenerateProgram,
		"go":         gogen.GenerateProgram,
		"csharp":     dotnet.GenerateProgram,
		"java":       java.GenerateProgram,
	}
	for language, generate := range generators {
		// A generator changes its input program.
		parser := syntax.NewParser()
		if err := parser.ParseFile(strings.NewReader(pclOf(token, one)), "example.pp"); err != nil {
			return nil, err
		}
		program, diagnostics, err := pcl.BindProgram(parser.Files, ownLoader{pkg: pkg})
		if err != nil {
			return nil, err
		}
		if diagnostics.HasErrors() {
			return nil, diagnostics
		}
		files, diagnostics, err := generate(program)
		if err != nil {
			return nil, err
		}
		if diagnostics.HasErrors() {
			return nil, diagnostics
		}
		for _, content := range files {
			programs[language] = string(content)
		}
	}
	java, err := withJavaEnums(pkg, token, one, programs["java"])
	if err != nil {
		return nil, err
	}
	programs["java"] = java
	programs["csharp"] = inputArgs.ReplaceAllString(programs["csharp"], "Args")
	return programs, nil
}

// inputArgs matches the suffix that Pulumi's translation to C# gives to types within a function's arguments. In the SDK for .NET they
// have the same suffix as those of resources, unless the package is bridged from Terraform.
var inputArgs = regexp.MustCompile(`InputArgs\b`)

// isFunction distinguishes functions from resources: names of functions begin with a lower-case letter.
func isFunction(token string) bool {
	name := token[strings.LastIndex(token, ":")+1:]
	return name[:1] == strings.ToLower(name[:1])
}

func pclOf(token string, one example) string {
	if isFunction(token) {
		return fmt.Sprintf("%s = invoke(%q, %s)\n", one.Name, token, pclValue(one.Values))
	}
	lines := []string{}
	for _, key := range keysOf(one.Values) {
		lines = append(lines, fmt.Sprintf("  %s = %s", key, pclValue(one.Values[key])))
	}
	return fmt.Sprintf("resource %q %q {\n%s\n}\n", one.Name, token, strings.Join(lines, "\n"))
}

func pclValue(value any) string {
	switch value := value.(type) {
	case map[string]any:
		fields := []string{}
		for _, key := range keysOf(value) {
			written := pclValue(value[key])
			// The generator for Python drops quoted arguments of functions.
			if !hclsyntax.ValidIdentifier(key) {
				key = strconv.Quote(key)
			}
			fields = append(fields, key+" = "+written)
		}
		return "{" + strings.Join(fields, ", ") + "}"
	case []any:
		elements := []string{}
		for _, element := range value {
			elements = append(elements, pclValue(element))
		}
		return "[" + strings.Join(elements, ", ") + "]"
	default:
		text, _ := json.Marshal(value)
		return string(text)
	}
}

func yamlOf(token string, one example) string {
	if !isFunction(token) {
		return fmt.Sprintf("resources:\n  %s:\n    type: %s\n    properties:\n%s",
			one.Name, token, yamlFields(one.Values, "      "))
	}
	call := fmt.Sprintf("variables:\n  %s:\n    fn::invoke:\n      function: %s\n", one.Name, token)
	if len(one.Values) > 0 {
		call += "      arguments:\n" + yamlFields(one.Values, "        ")
	}
	return call
}

func yamlFields(fields map[string]any, indent string) string {
	text := ""
	for _, key := range keysOf(fields) {
		switch value := fields[key].(type) {
		case map[string]any:
			text += fmt.Sprintf("%s%s:\n%s", indent, key, yamlFields(value, indent+"  "))
		default:
			// JSON is YAML.
			written, _ := json.Marshal(value)
			text += fmt.Sprintf("%s%s: %s\n", indent, key, written)
		}
	}
	return text
}

func keysOf(values map[string]any) []string {
	keys := make([]string, 0, len(values))
	for key := range values {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}
