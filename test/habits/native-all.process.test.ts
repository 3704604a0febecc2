// Each kind under each preset: 10 s.
import "./native.ts";
