// Each kind under one preset, by turns: 3 s. The plugin is a process, so its waits take real time.
import "./native.ts";
