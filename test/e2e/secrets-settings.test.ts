// Secret settings, and secrets added by transforms, with both providers: 12 s.
import "./secrets-settings.ts";
