import { argumentsText, assumptionComment, type ConfigSecret } from "./declaration.ts";
import type { Named } from "./names.ts";

/** A component of the adopted program: one for each area. */
export interface Component {
  area: string;
  /** Name of the class and, in lower case, of the resource. */
  className: string;
  /** Type token of the component. */
  type: string;
  objects: Named[];
}

/** Objects by area, each area a component. */
export function componentsOf(objects: readonly Named[]): Component[] {
  const areas = [...new Set(objects.map((object) => object.kind.area))].sort();
  return areas.map((area) => {
    const className = `${area.charAt(0).toUpperCase()}${area.slice(1)}`;
    return {
      ...{ area, className, type: `account:index:${className}` },
      objects: objects.filter((object) => object.kind.area === area),
    };
  });
}

/** The files of the program, by name. */
export function programOf(components: readonly Component[]): {
  files: Record<string, string>;
  secrets: ConfigSecret[];
} {
  const secrets: ConfigSecret[] = [];
  const files: Record<string, string> = {};
  for (const component of components) files[`${component.area}.ts`] = componentText(component, secrets);
  const lines = components.map(({ area, className }) => `import { ${className} } from "./${area}.ts";`);
  const made = components.map(({ area, className }) => `export const ${area} = new ${className}("${area}");`);
  files["index.ts"] = `${lines.join("\n")}\n\n${made.join("\n")}\n`;
  return { files, secrets };
}

function componentText({ area, className, type, objects }: Component, secrets: ConfigSecret[]): string {
  const before = secrets.length;
  const fields = objects.map(({ constant, kind }) => `  readonly ${constant}: ${area}.${kind.type};\n`);
  const statements = objects.map((object) => {
    const args = argumentsText(object, secrets, "    ");
    const made = `new ${area}.${object.kind.type}(${JSON.stringify(object.name)}, ${args}, { parent: this })`;
    return `${assumptionComment(object, "    ")}    this.${object.constant} = ${made};\n`;
  });
  const imports =
    secrets.length > before
      ? 'import { ComponentResource, type ComponentResourceOptions, Config } from "@pulumi/pulumi";\n\nconst config = new Config();'
      : 'import { ComponentResource, type ComponentResourceOptions } from "@pulumi/pulumi";';
  return [
    `import { ${area} } from "@cloudplatform/pulumi";\n${imports}\n\n`,
    `export class ${className} extends ComponentResource {\n${fields.join("")}\n`,
    "  constructor(name: string, options?: ComponentResourceOptions) {\n",
    `    super("${type}", name, {}, options);\n${statements.join("")}`,
    "    this.registerOutputs();\n  }\n}\n",
  ].join("");
}
