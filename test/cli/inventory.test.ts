// Every kind of finding over three stacks, and which of the objects may be deleted: 4 s.
import "./inventory.ts";
