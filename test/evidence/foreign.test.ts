// One form for each operation of each kind, by turns: 2 s.
import "./foreign.ts";
