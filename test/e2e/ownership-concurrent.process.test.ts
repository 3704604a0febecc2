// Two stacks at the same time: 8 s.
import "./ownership.ts";
