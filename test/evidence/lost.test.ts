// Each kind with every second behaviour, and one of the faults by turns: 4 s.
import "./lost.ts";
