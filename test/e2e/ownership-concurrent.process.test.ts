// Every kind, names that change by commands, and two stacks at the same time: 35 s.
import "./ownership.ts";
