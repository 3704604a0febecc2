// Two stacks at the same time, and names that change by commands: 18 s.
import "./ownership.ts";
