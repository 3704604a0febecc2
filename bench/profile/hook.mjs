// Loaded into every Node process of a command (NODE_OPTIONS=--import) to profile the program and the dynamic provider.
import { writeFileSync } from "node:fs";
import { Session } from "node:inspector";

const role = ["dynamic-provider", "cmd/run"].find((name) => process.argv.some((argument) => argument.includes(name)));
if (role !== undefined) {
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.setSamplingInterval", { interval: 1000 });
  session.post("Profiler.start");
  let written = false;
  const write = () => {
    if (written) return;
    written = true;
    const { PROFILE_FOLDER: folder = "." } = process.env;
    session.post("Profiler.stop", (error, result) => {
      const file = `${folder}/${role.replace("/", "-")}-${process.pid}.json`;
      if (error === null) writeFileSync(file, JSON.stringify({ ...result.profile, cpu: process.cpuUsage() }));
    });
  };
  process.on("exit", write);
  for (const signal of ["SIGINT", "SIGTERM"]) process.prependListener(signal, write);
}
