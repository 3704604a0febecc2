// Each kind with every sixth behaviour, for each provider, and one of the faults by turns: 4 s.
import "./lost.ts";
