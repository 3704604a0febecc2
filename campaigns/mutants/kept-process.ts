import type { EvaluatedModuleNode } from "vite/module-runner";
import { init, runBaseTests, setupEnvironment } from "vitest/worker";

// Taken at the start, because tests may replace them.
const send = process.send?.bind(process);
const [on, off, exit] = [process.on.bind(process), process.off.bind(process), process.exit.bind(process)];

type State = Parameters<typeof runBaseTests>[1];

/** The state of the last run. The next run reuses its modules. */
let last: State | undefined;

/** Unloads the modules of these files, and all modules that import them. */
function forget(files: readonly string[]): void {
  const modules = last?.evaluatedModules;
  if (modules === undefined) return;
  const forgotten = new Set<EvaluatedModuleNode>();
  const visit = (module: EvaluatedModuleNode) => {
    if (forgotten.has(module)) return;
    forgotten.add(module);
    for (const importer of module.importers) {
      const node = modules.getModuleById(importer);
      if (node !== undefined) visit(node);
    }
  };
  for (const file of files) for (const module of modules.getModulesByFile(file) ?? []) visit(module);
  for (const module of forgotten) modules.invalidateModule(module);
}

init({
  post: (message) => void send?.(message),
  on: (listener) => void on("message", listener),
  off: (listener) => void off("message", listener),
  setup: setupEnvironment,
  runTests: async (state, traces) => {
    forget(state.ctx.invalidates ?? []);
    last = state;
    await runBaseTests("run", state, traces);
  },
  collectTests: (state, traces) => runBaseTests("collect", state, traces),
});
on("disconnect", () => exit());
