/** The scenes, by family of errors. */
import type { ErrorCode } from "@cloudplatform/pulumi/errors";
import { kinds } from "../../evidence/kinds.ts";
import type { AnyScene, Stage } from "../stage.ts";
import { commandScenes, programScenes } from "./commands.ts";
import { creationScenes } from "./creations.ts";
import { inputScenes } from "./inputs.ts";
import { requestScenes } from "./requests.ts";
import { resourceScenes } from "./resources.ts";

/** One scene for each code. The compiler reports a code without a scene. */
export const scenes: Record<ErrorCode, AnyScene> = {
  ...requestScenes,
  ...inputScenes,
  ...creationScenes,
  ...resourceScenes,
  ...commandScenes,
  ...programScenes,
  CP9001: (stage) => {
    const { handler, inputs, changed } = kinds["cdn.RuleTemplate"];
    let state: Awaited<ReturnType<Stage["made"]>>["state"];
    const update = () => Promise.reject(new TypeError("Cannot read properties of undefined"));
    return {
      async meet() {
        state = (await stage.made("cdn.RuleTemplate", inputs)).state;
        await stage.open("cdn.RuleTemplate", { state, handler: { ...handler, update } }).up(changed);
      },
      async follow() {
        const again = stage.open("cdn.RuleTemplate", { state });
        await again.refresh();
        await again.up(changed);
      },
    };
  },
};
