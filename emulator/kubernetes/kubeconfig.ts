import { createHash } from "node:crypto";
import type { Cluster } from "./records.ts";

const yearMs = 365 * 24 * 3600 * 1000;

/** Credentials of a cluster: placeholders that are the same at every read. companion §2.1. */
export function kubeconfigOf(cluster: Cluster) {
  const host = `https://${cluster.id}.k8s.example.com:6443`;
  const made = {
    ca: material(cluster, "ca"),
    certificate: material(cluster, "certificate"),
    key: material(cluster, "key"),
  };
  const config = [
    "apiVersion: v1",
    "kind: Config",
    `current-context: ${cluster.name}`,
    "clusters:",
    `- name: ${cluster.name}`,
    `  cluster: {server: "${host}", certificate-authority-data: ${made.ca}}`,
    "contexts:",
    `- name: ${cluster.name}`,
    `  context: {cluster: ${cluster.name}, user: admin}`,
    "users:",
    "- name: admin",
    `  user: {client-certificate-data: ${made.certificate}, client-key-data: ${made.key}}`,
    "",
  ].join("\n");
  const createdAt = cluster.created_at ?? new Date(0).toISOString();
  return {
    config,
    created_at: createdAt,
    expires_at: new Date(Date.parse(createdAt) + yearMs).toISOString(),
    host,
    client_certificate: made.certificate,
    client_key: made.key,
    cluster_ca_certificate: made.ca,
  };
}

/** Base64 text instead of a certificate or key. */
function material(cluster: Cluster, part: string): string {
  const digest = createHash("sha256").update(`${cluster.id} ${part}`).digest("base64");
  return Buffer.from(`emulated ${part} ${digest}`).toString("base64");
}
