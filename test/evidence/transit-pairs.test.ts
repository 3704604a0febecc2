// Each resource with every seventh row: 5 s.
import "./transit-pairs.ts";
