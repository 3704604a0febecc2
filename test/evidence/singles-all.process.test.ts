// Not real processes, but each kind with each behaviour: 30 s.
import "./singles.ts";
