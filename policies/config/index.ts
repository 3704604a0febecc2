/** Configuration of the pack: its schema and its presets. */

export { type ResolvedConfig, resolveConfig } from "./file.ts";
export { complete, overPreset, type PresetName, preset, presetNames, relaxations } from "./presets.ts";
export { ConfigError, parseConfig, readJson } from "./read.ts";
export { allRules, type PackConfig, packConfig, type Setting } from "./schema.ts";
export { settingOf } from "./setting.ts";
