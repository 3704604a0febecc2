// With the native provider.
import "./import-again.ts";
