// Each kind with every third behaviour, and one of the faults by turns: 3 s.
import "./lost.ts";
