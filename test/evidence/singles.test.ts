// Each resource with every tenth behaviour: 4 s.
import "./singles.ts";
