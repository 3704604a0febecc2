// The same over twenty stacks, with wrong confirmations and a thousand objects that belong to nobody: 30 s.
import "./inventory.ts";
