// Not real processes, but the other faults: 10 s.
import "./lost.ts";
