import { z } from "zod";
import { choiceProblem } from "../engine/bounds.ts";
import { resourceRule } from "../engine/rule.ts";

export const allowedProjects = resourceRule({
  name: "allowed-projects",
  group: "guard-rails",
  severity: "high",
  level: "mandatory",
  description: "Clusters must be in an allowed project.",
  remediation: "Choose a project from the message, or ask for yours to be added to the configuration.",
  reference: "platform-api §4 #3",
  needs: "projects",
  config: z.object({
    projects: z.array(z.int().min(1)).optional().describe("Ids of the allowed projects. Omitted: all."),
  }),
  on: ["kubernetes.Cluster"],
  evaluate({ value, config: { projects }, report }) {
    if (projects === undefined) return;
    const project = value.get("projectId");
    const id = project.number();
    if (id !== undefined && !projects.includes(id)) report(project, choiceProblem(projects, `${id}`));
  },
});
