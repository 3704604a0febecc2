/** The anchor of a heading, as GitHub and the documentation site derive it: `4 #3 Create a cluster` → `4-3-create-a-cluster`. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");
}
