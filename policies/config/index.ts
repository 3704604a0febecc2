/** Configuration of the pack: its schema and its presets. */
export { overPreset, type PresetName, preset, presetNames } from "./presets.ts";
export { ConfigError, parseConfig, readConfig } from "./read.ts";
export { allRules, type PackConfig, packConfig, type Setting } from "./schema.ts";
