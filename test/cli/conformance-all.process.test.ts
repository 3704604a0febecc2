// Starts no processes; a process test because the other behaviors, and more sets of them, take 9 s.
import "./conformance.ts";
