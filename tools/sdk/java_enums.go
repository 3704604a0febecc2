package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pulumi/pulumi-java/pkg/codegen/java/names"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// withJavaEnums uses the members of enumerations in a Java program: the generator writes their texts, which the SDK does not accept.
func withJavaEnums(pkg *schema.Package, token string, one example, program string) (string, error) {
	fields := map[string]*schema.EnumType{}
	enumFields(inputsOf(pkg, token), one.Values, func(field string, value string, enum *schema.EnumType) {
		fields[fmt.Sprintf(".%s(%q)", field, value)] = enum
	})
	imports := []string{}
	for call, enum := range fields {
		field, quoted, _ := strings.Cut(strings.TrimSuffix(call, ")"), "(")
		index := slices.IndexFunc(enum.Elements, func(element *schema.Enum) bool {
			return fmt.Sprintf("%q", element.Value) == quoted
		})
		if index < 0 || !strings.Contains(program, call) {
			return "", fmt.Errorf("%s: no member of %s in the program", call, enum.Token)
		}
		member := enum.Elements[index].Name
		if member == "" {
			member = fmt.Sprint(enum.Elements[index].Value)
		}
		parts := strings.Split(enum.Token, ":")
		name := parts[len(parts)-1]
		member, err := names.MakeSafeEnumName(member, name)
		if err != nil {
			return "", err
		}
		program = strings.ReplaceAll(program, call, fmt.Sprintf("%s(%s.%s)", field, name, member))
		imports = append(imports, fmt.Sprintf("import com.pulumi.cloudplatform.%s.enums.%s;\n", parts[1], name))
	}
	slices.Sort(imports)
	const after = "import java.util.ArrayList;\n"
	return strings.Replace(program, after, strings.Join(slices.Compact(imports), "")+after, 1), nil
}

func inputsOf(pkg *schema.Package, token string) []*schema.Property {
	for _, resource := range pkg.Resources {
		if resource.Token == token {
			return resource.InputProperties
		}
	}
	for _, function := range pkg.Functions {
		if function.Token == token {
			return function.Inputs.Properties
		}
	}
	return nil
}

// enumFields finds the members of enumerations in values.
func enumFields(properties []*schema.Property, values map[string]any, found func(string, string, *schema.EnumType)) {
	for _, property := range properties {
		if value, is := values[property.Name]; is {
			enumValues(property.Name, property.Type, value, found)
		}
	}
}

func enumValues(field string, kind schema.Type, value any, found func(string, string, *schema.EnumType)) {
	switch kind := kind.(type) {
	case *schema.InputType:
		enumValues(field, kind.ElementType, value, found)
	case *schema.OptionalType:
		enumValues(field, kind.ElementType, value, found)
	case *schema.ArrayType:
		elements, _ := value.([]any)
		for _, element := range elements {
			enumValues(field, kind.ElementType, element, found)
		}
	case *schema.MapType:
		entries, _ := value.(map[string]any)
		for _, entry := range entries {
			enumValues(field, kind.ElementType, entry, found)
		}
	case *schema.ObjectType:
		fields, _ := value.(map[string]any)
		enumFields(kind.Properties, fields, found)
	case *schema.EnumType:
		text, _ := value.(string)
		found(field, text, kind)
	}
}
