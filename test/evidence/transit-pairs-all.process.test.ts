// Not real processes, but each kind with each pair of behaviours: 40 s.
import "./transit-pairs.ts";
