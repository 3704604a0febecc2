// Not real processes, but each kind with each pair of behaviours by each provider.
import "./transit-pairs.ts";
