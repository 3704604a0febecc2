import { $, act, call, keep, make } from "./dom.js";

/** The list of habits, which does not change while the emulator runs. */
let habits = [];

export function showHabits(values) {
  keep(
    $("habit-list"),
    habits.map((habit) => ({ ...habit, value: values[habit.name] })),
    ({ name }) => name,
    ({ name, values: choices, default: first, description, value }, present) => {
      const field = present?.querySelector("select, input") ?? habitField(name, choices);
      field.value = value;
      const title = present?.querySelector("b") ?? make("b", { textContent: name });
      title.className = value === first ? "" : "warn";
      return present ?? make("li", {}, make("label", { className: "line" }, title, described(description), field));
    },
  );
}

/** Names of fields stand between backticks. */
function described(text) {
  const parts = text.split("`").map((part, index) => (index % 2 === 1 ? make("code", { textContent: part }) : part));
  return make("span", { className: "grow soft" }, ...parts);
}

function habitField(name, values) {
  const field = Array.isArray(values)
    ? make("select", {}, ...values.map((value) => make("option", { textContent: value })))
    : make("input", { type: "number", min: values.min, max: values.max });
  field.addEventListener("change", () => {
    const value = Array.isArray(values) ? field.value : Number(field.value);
    act(() => call("habits", "PATCH", { [name]: value }), `Habit ${name} is ${value}.`);
  });
  return field;
}

export async function listHabits() {
  const { presets, habits: listed } = await call("habits");
  $("preset-form").elements.preset.append(...presets.map((name) => make("option", { textContent: name })));
  habits = listed;
}
