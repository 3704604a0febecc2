// Each resource with one of the faults: 4 s.
import "./hundred-attempts.ts";
