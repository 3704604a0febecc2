// Not real processes, but each kind with each behaviour: 10 s.
import "./transit.ts";
