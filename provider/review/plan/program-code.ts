import { folderHash } from "../../values/index.ts";
import type { Registrations } from "../model/registrations.ts";

/** Source files of the languages that Pulumi runs, and what says which versions of packages they use. */
const source =
  /\.([cm]?[jt]sx?|py|go|cs|fs|vb|java|kt|scala|ya?ml)$|(^|\/)(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|uv\.lock|poetry\.lock|requirements\.txt|go\.sum)$/;

/**
 * Hash of the program, where it has code that the update runs and of which no plan has more than a name: hooks, and transforms of
 * options that the plan does not hold. Other programs are bound by what they ask for.
 */
export async function programCode(
  folder: string,
  { isTransformed, hasHooks }: Registrations,
): Promise<string | undefined> {
  if (!isTransformed && !hasHooks) return undefined;
  const hash = await folderHash(folder, (file) => source.test(file));
  return `sha256:${hash.slice(0, 16)}`;
}
