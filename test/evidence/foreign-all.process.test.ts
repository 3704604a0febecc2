// Each operation on each resource with the other forms: 4 s.
import "./foreign.ts";
