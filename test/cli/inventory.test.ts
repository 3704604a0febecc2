// Every kind of finding over three stacks, and the deletion of what belongs to nobody: 5 s.
import "./inventory.ts";
