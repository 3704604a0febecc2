import structProto from "google-protobuf/google/protobuf/struct_pb.js";
import { setField } from "../../../values/plain.ts";
import type { Properties } from "../../../values/properties.ts";

const { Struct } = structProto;

/** Reader and writer of google-protobuf: nested messages are read into, and written from, whatever type the callback takes. */
interface Reader {
  nextField(): boolean;
  getFieldNumber(): number;
  skipField(): void;
  readEnum(): number;
  readDouble(): number;
  readString(): string;
  readBool(): boolean;
  readMessage<T>(target: T, read: (target: T, reader: Reader) => void): void;
}

interface Writer {
  writeEnum(field: number, value: number): void;
  writeDouble(field: number, value: number): void;
  writeString(field: number, value: string): void;
  writeBool(field: number, value: boolean): void;
  /** Writes nothing if the source is null. */
  writeMessage<T>(field: number, source: T, write: (source: T, writer: Writer) => void): void;
}

/** Field numbers of google/protobuf/struct.proto. */
const structField = { entry: 1 } as const;
const entryField = { name: 1, value: 2 } as const;
const valueField = { null: 1, number: 2, string: 3, boolean: 4, struct: 5, list: 6 } as const;
const listField = { element: 1 } as const;

/**
 * Keeps the properties of messages as plain objects. The generated code creates a message for each value and another for its
 * entry in a map, which takes five times as long. The wire format stays the same.
 *
 * The messages below a `Struct` no longer exist, because nothing in this process asks for them.
 */
export function keepPlainStructs(): void {
  const kept = new WeakMap<structProto.Struct, Properties>();
  const keep = (message: structProto.Struct, properties: Properties) => {
    kept.set(message, properties);
    return message;
  };
  Struct.deserializeBinaryFromReader = (message, reader) => keep(message, readStruct(reader as unknown as Reader));
  Struct.serializeBinaryToWriter = (message, writer) =>
    writeStruct(kept.get(message) ?? {}, writer as unknown as Writer);
  Struct.fromJavaScript = (properties) => keep(new Struct(), properties);
  Struct.prototype.toJavaScript = function () {
    return (kept.get(this) ?? {}) as ReturnType<structProto.Struct["toJavaScript"]>;
  };
}

/** Receives the content of a nested message, since the reader returns nothing. */
interface Holder {
  name: string;
  value: unknown;
}

function readStruct(reader: Reader): Properties {
  const fields: Properties = {};
  while (reader.nextField()) {
    if (reader.getFieldNumber() !== structField.entry) {
      reader.skipField();
      continue;
    }
    const entry: Holder = { name: "", value: null };
    reader.readMessage(entry, readEntry);
    setField(fields, entry.name, entry.value);
  }
  return fields;
}

function readEntry(entry: Holder, reader: Reader): void {
  while (reader.nextField()) {
    const field = reader.getFieldNumber();
    if (field === entryField.name) entry.name = reader.readString();
    else if (field === entryField.value) reader.readMessage(entry, readValue);
    else reader.skipField();
  }
}

function readList(reader: Reader): unknown[] {
  const elements: unknown[] = [];
  while (reader.nextField()) {
    if (reader.getFieldNumber() !== listField.element) {
      reader.skipField();
      continue;
    }
    const element: Holder = { name: "", value: null };
    reader.readMessage(element, readValue);
    elements.push(element.value);
  }
  return elements;
}

function readValue(holder: Holder, reader: Reader): void {
  while (reader.nextField()) {
    switch (reader.getFieldNumber()) {
      case valueField.null:
        reader.readEnum();
        holder.value = null;
        break;
      case valueField.number:
        holder.value = reader.readDouble();
        break;
      case valueField.string:
        holder.value = reader.readString();
        break;
      case valueField.boolean:
        holder.value = reader.readBool();
        break;
      case valueField.struct:
        reader.readMessage(holder, keepStruct);
        break;
      case valueField.list:
        reader.readMessage(holder, keepList);
        break;
      default:
        reader.skipField();
    }
  }
}

function keepStruct(holder: Holder, reader: Reader): void {
  holder.value = readStruct(reader);
}

function keepList(holder: Holder, reader: Reader): void {
  holder.value = readList(reader);
}

function writeStruct(properties: Properties, writer: Writer): void {
  for (const entry of Object.entries(properties)) writer.writeMessage(structField.entry, entry, writeEntry);
}

function writeEntry(entry: [string, unknown], writer: Writer): void {
  writer.writeString(entryField.name, entry[0]);
  // Passes the entry and not its value: the writer leaves out null.
  writer.writeMessage(entryField.value, entry, writeValueOfEntry);
}

function writeValueOfEntry([, value]: [string, unknown], writer: Writer): void {
  writeValue(value, writer);
}

function writeList(elements: readonly unknown[], writer: Writer): void {
  for (const element of elements) writer.writeMessage(listField.element, [element], writeElement);
}

function writeElement([element]: [unknown], writer: Writer): void {
  writeValue(element, writer);
}

function writeValue(value: unknown, writer: Writer): void {
  if (value === null) writer.writeEnum(valueField.null, 0);
  else if (typeof value === "number") writer.writeDouble(valueField.number, value);
  else if (typeof value === "string") writer.writeString(valueField.string, value);
  else if (typeof value === "boolean") writer.writeBool(valueField.boolean, value);
  else if (Array.isArray(value)) writer.writeMessage(valueField.list, value, writeList);
  else if (typeof value === "object") writer.writeMessage(valueField.struct, value as Properties, writeStruct);
  else throw new TypeError(`A property cannot be ${typeof value}.`);
}
