/** Placeholders of reply templates, with their meaning; free of server code. */
export const placeholders = {
  "{name}": "the sender’s name",
  "{reference}": "the number of the message",
  "{me}": "your own name",
} as const;

/** Fills in a template. Inserted values are not searched for placeholders. */
export function fillTemplate(body: string, values: { name: string; reference: string; me: string }): string {
  return body.replace(/\{(name|reference|me)\}/g, (_, key: keyof typeof values) => values[key]);
}
