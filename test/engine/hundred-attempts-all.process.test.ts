// In process, but slow: all faults: 60 s.
import "./hundred-attempts.ts";
