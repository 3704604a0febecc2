// By the native provider.
import "./import-again.ts";
