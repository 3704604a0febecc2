// Not a process, but a task that fails in each of a hundred calls: 4 s.
import "./error-hooks.ts";
