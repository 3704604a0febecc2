// Every kind, names that change by commands, and two stacks at the same time: 60 s. In real processes: a record is of a killed run when its
// process has ended, and a kept one ends some time later.
import "./ownership.ts";
