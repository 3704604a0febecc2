// Not real processes, but each kind with each pair of behaviours by both providers: 60 s.
import "./transit-pairs.ts";
