// Starts no processes; a process test because its 16 further lives take 6 s.
import "./simulation.ts";
