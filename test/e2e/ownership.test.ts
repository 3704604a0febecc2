// Names in one stack and a killed run, with some of the resources. Each command continues where the previous one ended.
import "./ownership.ts";
