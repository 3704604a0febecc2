// One stack, its names and a killed run, with some of the kinds: commands of which each goes on where the one before has ended.
import "./ownership.ts";
