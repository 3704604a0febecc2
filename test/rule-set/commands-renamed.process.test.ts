// Every command on sets, with sets and stacks that are renamed and restored: 12 s.
import "./commands.ts";
