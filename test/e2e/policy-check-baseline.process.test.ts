// Waivers, reports, and a baseline over four checks of new stacks: 10 s.
import "./policy-check.ts";
