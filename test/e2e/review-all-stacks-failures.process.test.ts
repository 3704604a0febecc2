// Stacks affected by a change, stacks that fail, and drift of all stacks: many commands, 20 s.
import "./review-all-stacks.ts";
