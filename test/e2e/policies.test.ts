// Each way in which a rule stops something, once.
import "./policies.ts";
