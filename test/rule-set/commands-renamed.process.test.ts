// Renames and restores sets and stacks: 5 s.
import "./commands.ts";
