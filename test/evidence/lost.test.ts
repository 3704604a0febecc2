// Each kind with each behaviour, and one of the faults by turns: 5 s.
import "./lost.ts";
