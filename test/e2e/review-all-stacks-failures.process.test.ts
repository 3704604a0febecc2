// Which stacks a change touches, stacks that fail, and drift of all of them: many commands, 26 s.
import "./review-all-stacks.ts";
