/** Configuration of the pack: its schema and its presets. */
export { complete, overPreset, type PresetName, preset, presetNames, relaxations } from "./presets.ts";
export { ConfigError, parseConfig, readConfig } from "./read.ts";
export { allRules, type PackConfig, packConfig, type Setting } from "./schema.ts";
export { settingOf } from "./setting.ts";
