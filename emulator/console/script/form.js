import { coded } from "./ui.js";
import { html } from "./view.js";

/** The schema for editing a field: of several alternatives, the first that does not mean "not set". */
function plain(schema = {}) {
  const choice = schema.anyOf?.find((one) => one.type !== "null" && one.const === undefined && one.maxItems !== 0);
  return choice === undefined ? schema : { description: schema.description, ...plain(choice) };
}

const isNested = ({ type, enum: values }) =>
  values === undefined && !["string", "number", "integer", "boolean"].includes(type);

/** Form fields for some properties of a JSON Schema. */
export function Fields({ schema, value = {}, names, required = [] }) {
  return html`<div class="form-fields">${names.map((name) => {
    const field = plain(schema.properties[name]);
    return html`<label key=${name} class=${isNested(field) && (value[name] === undefined || (typeof value[name] === "object" && value[name] !== null)) ? "full" : ""}>
      <span class="field-name">${name}${required.includes(name) && html`<span class="required"> required</span>`}</span>
      <${Field} name=${name} field=${field} value=${value[name]} isRequired=${required.includes(name)} />
      ${field.description && html`<span class="help">${coded(field.description)}</span>`}
    </label>`;
  })}</div>`;
}

function Field({ name, field, value, isRequired }) {
  if (field.enum !== undefined)
    return html`<select name=${name} required=${isRequired}><option value="" selected=${value === undefined}></option>${field.enum.map((one) => html`<option value=${String(one)} selected=${one === value}>${String(one)}</option>`)}</select>`;
  if (field.type === "boolean")
    return html`<select name=${name} required=${isRequired}><option value=""></option><option value="true" selected=${value === true}>true</option><option value="false" selected=${value === false}>false</option></select>`;
  if (field.type === "number" || field.type === "integer")
    return html`<input type="text" inputmode="decimal" name=${name} defaultValue=${value ?? ""} required=${isRequired} autocomplete="off" />`;
  const isJson = isNested(field) && (value === undefined || (typeof value === "object" && value !== null));
  if (isJson) {
    const text = value === undefined ? "" : JSON.stringify(value, null, 2);
    return html`<textarea name=${name} rows=${Math.min(14, Math.max(2, text.split("\n").length))} spellcheck=${false} required=${isRequired} placeholder="JSON" defaultValue=${text}></textarea>`;
  }
  return html`<input type="text" name=${name} defaultValue=${value ?? ""} placeholder=${value === null ? "null" : ""} required=${isRequired} autocomplete="off" />`;
}

/** Reads the values of a form. Empty fields are left out. Throws if a field cannot be parsed. */
export function readFields(form, schema) {
  const values = {};
  for (const [name, own] of Object.entries(schema.properties)) {
    const input = form.elements[name];
    if (input === undefined || input === null) continue;
    const field = plain(own);
    if (input.value === "" && field.type !== "string") continue;
    if (input.value === "" && schema.required !== undefined && !schema.required.includes(name)) continue;
    values[name] = parsedValue(name, input.value, field);
  }
  return values;
}

function parsedValue(name, text, field) {
  if (field.type === "string" || (field.enum?.every((one) => typeof one === "string") ?? false)) return text;
  try {
    return JSON.parse(text);
  } catch (cause) {
    // A field of any type is text unless it is valid JSON.
    if (field.type === undefined && field.enum === undefined && !/^\s*[[{]/.test(text)) return text;
    throw new Error(
      `${name} is not valid ${isNested(field) ? "JSON" : `(a ${field.type} is expected)`}: ${cause.message}`,
    );
  }
}
