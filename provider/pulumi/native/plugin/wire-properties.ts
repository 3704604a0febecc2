import structProto from "google-protobuf/google/protobuf/struct_pb.js";
import { plain } from "../../../values/plain.ts";
import type { Properties } from "../../../values/properties.ts";
import { type MarkedProperties, withoutMarks } from "../../formats/markers.ts";

const { Struct } = structProto;

/** Properties as the engine sends them. */
interface WireProperties extends MarkedProperties {
  /** Properties with their marks. */
  raw: Properties;
}

/** Reads properties; empty if the engine sends none. */
export function readProperties(struct: structProto.Struct | undefined): WireProperties {
  const raw = (struct?.toJavaScript() ?? {}) as Properties;
  return { raw, ...withoutMarks(raw) };
}

/** Converts properties to the wire format. */
export function structOf(properties: object): structProto.Struct {
  return Struct.fromJavaScript(plain(properties) as { [key: string]: structProto.JavaScriptValue });
}
