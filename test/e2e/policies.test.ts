// Each way in which a rule can stop a command, once.
import "./policies.ts";
