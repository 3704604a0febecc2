import { checkErrors } from "../../provider/errors/checks.ts";
import { clientErrors } from "../../provider/errors/client.ts";
import { commandErrors } from "../../provider/errors/commands.ts";
import { engineErrors } from "../../provider/errors/engine.ts";
import { type ErrorCode, type ErrorTable, errorTable, retiredCodes } from "../../provider/errors/index.ts";
import { programErrors } from "../../provider/errors/programs.ts";
import { resourceErrors } from "../../provider/errors/resources.ts";
import { importedFiles, textOf } from "../../provider/generate/source-docs.ts";
import { pageText } from "./page.ts";
import { table } from "./table.ts";

const introduction = `Every error message ends with a code in brackets, whose meaning never changes. To read about it offline:

\`\`\`sh
npx --no-install cloudplatform explain CP1103
\`\`\`

Policy violations name their [rule](../policies/rules.md) instead; warnings have no code.

"Import" means the resource option \`import\`. A "record" is a file of the [create journal](interrupted-runs.md).`;

const groups: readonly { heading: string; errors: ErrorTable }[] = [
  { heading: "Settings, requests and tasks", errors: clientErrors },
  { heading: "Checks of inputs", errors: checkErrors },
  { heading: "Creation, ownership and import", errors: engineErrors },
  { heading: "Resources", errors: resourceErrors },
  { heading: "Commands and reviews", errors: commandErrors },
  { heading: "Policies, emulator and tools", errors: programErrors },
  { heading: "Defects", errors: { CP9001: errorTable.CP9001 } },
];

/** The catalog of all error families. */
export function errorsPage(): string {
  const retired = Object.entries(retiredCodes).map(([code, meaning]) => [`\`${code}\``, meaning]);
  return pageText("Error codes", introduction, [
    ...groups.map(({ heading, errors }) => ({
      heading,
      text: Object.entries(errors)
        .map(
          ([code, { title, cause, remedy }]) =>
            `### ${code}\n\n${[`**${title}.**`, cause ?? [], remedy].flat().join(" ")}`,
        )
        .join("\n\n"),
    })),
    { heading: "Retired", text: retired.length === 0 ? "" : table(["Code", "Meaning"], retired) },
  ]);
}

/** The error families that the files of a resource use. */
export function errorTableOf(source: string): string {
  const found = importedFiles(source).flatMap((file) => textOf(file).match(/(?<=")CP\d{4}(?=")/g) ?? []);
  const codes = [...new Set(found)].sort() as ErrorCode[];
  const rows = codes.map((code) => [`[${code}](../errors.md#${code.toLowerCase()})`, errorTable[code].title]);
  return rows.length === 0 ? "" : table(["Code", "Meaning"], rows);
}
