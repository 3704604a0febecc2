/** The scenes, by family of errors. */
import type { ErrorCode } from "@cloudplatform/pulumi/errors";
import type { SceneOrTest } from "../stage.ts";
import { commandScenes, programScenes } from "./commands.ts";
import { creationScenes } from "./creations.ts";
import { inputScenes } from "./inputs.ts";
import { requestScenes } from "./requests.ts";
import { resourceScenes } from "./resources.ts";

/** One for each code: the compiler names a missing one. */
export const scenes: Record<ErrorCode, SceneOrTest> = {
  ...requestScenes,
  ...inputScenes,
  ...creationScenes,
  ...resourceScenes,
  ...commandScenes,
  ...programScenes,
  CP9001: { open: "a defect that nobody knows" },
};
