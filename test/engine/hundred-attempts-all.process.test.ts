// Not real processes, but each of the faults: 60 s.
import "./hundred-attempts.ts";
