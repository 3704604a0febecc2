// Each resource with every sixth behaviour, for each provider, alternating between the faults: 4 s.
import "./lost.ts";
