import { fileURLToPath } from "node:url";
import { z } from "zod";
import { presetNames } from "../config/index.ts";
import { formatNames } from "./formats/index.ts";

/** The pack of this package. */
export const ownPack = fileURLToPath(new URL("..", import.meta.url));

/** @internal */
export const checkOptions = z.object({
  pack: z.array(z.string()).default([ownPack]),
  config: z.array(z.string()).default([]),
  preset: z.enum(presetNames).optional(),
  stack: z.string().optional(),
  newStack: z.boolean().default(false),
  state: z.string().optional(),
  cwd: z.string(),
  format: z.enum(formatNames),
  output: z.string().optional(),
  report: z
    .array(
      z.string().transform((text, context) => {
        const [name, ...rest] = text.split("=");
        const format = formatNames.find((one) => one === name);
        if (format !== undefined && rest.join("=") !== "") return { format, file: rest.join("=") };
        context.addIssue({
          code: "custom",
          message: `--report ${text} must be <format>=<file>, with a format of ${formatNames.join(", ")}`,
        });
        return z.NEVER;
      }),
    )
    .default([]),
  framework: z.string().optional(),
  failOn: z.enum(["critical", "high", "medium", "low"]).optional(),
  baseline: z.string().optional(),
  writeBaseline: z.string().optional(),
});

export type CheckOptions = z.output<typeof checkOptions>;
