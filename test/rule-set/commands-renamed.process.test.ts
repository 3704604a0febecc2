// Sets and stacks that are renamed and restored: 5 s.
import "./commands.ts";
