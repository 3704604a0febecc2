// Each kind under one preset, by turns: 3 s.
import "./native.ts";
