// Each operation of each kind in each form: 5 s.
import "./foreign.ts";
