// One stack, its names and killed runs: 16 s, in commands of which each goes on where the one before has ended.
import "./ownership.ts";
