// The same over twenty stacks, with a thousand objects that belong to nobody: 30 s.
import "./inventory.ts";
