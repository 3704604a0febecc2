// Each kind under each preset: 10 s of processor time in a minute.
import "./native.ts";
