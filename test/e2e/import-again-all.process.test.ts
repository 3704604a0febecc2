// By both providers: 6 s.
import "./import-again.ts";
