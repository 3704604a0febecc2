import { $, keep, make, span } from "./dom.js";

const stateClass = { FINISHED: "good", ERROR: "bad", RUNNING: "warn", NEW: "soft" };

export function showTasks(tasks) {
  $("no-tasks").hidden = tasks.length > 0;
  keep(
    $("task-list"),
    tasks,
    (task) => task.id,
    (task) => {
      const left = task.remainingMs === null ? "stalled" : `${Math.ceil(task.remainingMs / 1000)} s left`;
      const bar = make("progress", { max: 100, value: task.percent, ariaLabel: `Progress of ${task.task_type}` });
      return make(
        "li",
        {},
        make(
          "div",
          { className: "line" },
          span(task.state, stateClass[task.state] ?? ""),
          span(`${task.task_type} ${task.subject}`, "grow"),
          ...(task.finished_on === null ? [bar, span(`${task.percent} %, ${left}`, "soft")] : []),
        ),
        make("div", { className: "line soft" }, span(task.id, "mono grow")),
        task.error === null ? undefined : make("div", { className: "bad", textContent: task.error }),
      );
    },
  );
}
