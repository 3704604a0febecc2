// Every kind of finding over four stacks, and the deletion of what belongs to nobody: 6 s.
import "./inventory.ts";
