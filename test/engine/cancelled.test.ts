// Cancels at some of the reads, and at each write alternately before or after its response: 4 s.
import "./cancelled.ts";
