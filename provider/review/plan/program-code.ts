import { folderHash } from "../../values/index.ts";
import type { Registrations } from "../model/registrations.ts";

/** Source files of the languages that Pulumi runs, and lock files that pin package versions. */
const source =
  /\.([cm]?[jt]sx?|py|go|cs|fs|vb|java|kt|scala|ya?ml)$|(^|\/)(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|uv\.lock|poetry\.lock|requirements\.txt|go\.sum)$/;

/**
 * Hash of the program, if it has code that runs during the update and that the plan does not contain: hooks, and transforms of
 * options that the plan lacks. Other programs are bound by what they register.
 */
export async function programCode(
  folder: string,
  { isTransformed, hasHooks }: Registrations,
): Promise<string | undefined> {
  if (!isTransformed && !hasHooks) return undefined;
  const hash = await folderHash(folder, (file) => source.test(file));
  return `sha256:${hash.slice(0, 16)}`;
}
