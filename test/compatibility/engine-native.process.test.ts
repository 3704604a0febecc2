import { testEngine } from "./engine.ts";

await testEngine("native");
