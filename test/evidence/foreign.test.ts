// One form for each operation on each resource, alternating: 2 s.
import "./foreign.ts";
