/** Ids or words a field holds: one, several, or none. */
export function textsOf(value: unknown): string[] {
  return [value].flat().filter((one): one is string => typeof one === "string" && one !== "");
}
