// Every kind of finding over three stacks, and what may be deleted of it: 4 s.
import "./inventory.ts";
