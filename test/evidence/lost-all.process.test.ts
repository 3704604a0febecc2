// Not real processes, but each of the faults: 16 s.
import "./lost.ts";
