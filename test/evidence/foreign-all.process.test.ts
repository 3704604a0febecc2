// Each operation of each kind in the other forms: 4 s.
import "./foreign.ts";
