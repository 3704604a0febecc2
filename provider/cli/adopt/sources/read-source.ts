import { buffer } from "node:stream/consumers";
import { InputError } from "../../../client/index.ts";
import { readUserFile } from "../../../review/model/user-file.ts";
import type { Terminal } from "../../terminal.ts";
import { isPulumiState, pulumiSource } from "./pulumi-state.ts";
import type { Source } from "./source.ts";
import { isTerraformState, terraformSource } from "./terraform-state.ts";

const pipes = ["terraform state pull", "pulumi stack export"]
  .map((command) => `"${command} | cloudplatform adopt --from -"`)
  .join(" or ");

/** Reads the state of another tool from a file, or from standard input if the file is `-`. */
export async function readSource(file: string, terminal: Pick<Terminal, "input">): Promise<Source> {
  const name = file === "-" ? "standard input" : JSON.stringify(file);
  const refused = (problem: string) => new InputError("adopt --from", [`${name} ${problem}`]);
  if (file === "-" && terminal.input?.isTTY === true)
    throw refused(`is a terminal: pipe a state into it, with ${pipes}`);
  const content = textOf(file === "-" ? await inputOf(terminal) : await readUserFile("The state", file));
  if (content.trim() === "") throw refused(`is empty: ${whyEmpty(file)}`);
  const json = objectIn(content);
  // Leaves out the parser's message: it quotes the state, which contains secrets.
  if (json === undefined) throw refused(`is not JSON, or ends in the middle of it: ${expected}`);
  if (isPulumiState(json)) return pulumiSource(json);
  if (isTerraformState(json)) return terraformSource(json);
  throw refused(`is no state: ${expected}`);
}

const expected = "pass terraform.tfstate, or what terraform state pull or pulumi stack export prints";

function whyEmpty(file: string): string {
  return file === "-"
    ? "the command before the pipe has failed, or has no state in this folder and workspace. Run it alone to see why"
    : expected;
}

async function inputOf({ input }: Pick<Terminal, "input">): Promise<Uint8Array> {
  return input === undefined ? new Uint8Array() : buffer(input);
}

/** Decodes a file. Windows PowerShell writes UTF-16, with a byte order mark that is not part of the text. */
function textOf(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
}

function objectIn(content: string): object | undefined {
  try {
    const json: unknown = JSON.parse(content);
    return json !== null && typeof json === "object" ? json : undefined;
  } catch {
    return undefined;
  }
}
