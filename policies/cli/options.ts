import { fileURLToPath } from "node:url";
import { z } from "zod";
import { presetNames } from "../config/index.ts";
import { formatNames } from "./formats/index.ts";

/** The pack of this package. */
export const ownPack = fileURLToPath(new URL("..", import.meta.url));

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
});

export type CheckOptions = z.output<typeof checkOptions>;
