export { AppTemplate, type AppTemplateArgs } from "../resources/app-template.ts";
export { Secret, type SecretArgs } from "../resources/secret.ts";
export * from "./functions/edge.ts";
