// Every resource, renames by commands, and two concurrent stacks: 45 s. Killed runs and concurrent stacks use real processes: a record
// counts as left by a killed run once its process has ended, and a kept process ends later.
import "./ownership.ts";
