// Each kind with two rows by each provider: 5 s.
import "./transit-pairs.ts";
