/** What stands in a text for what differs from one answer to the next, with what it stands for; free of server code. */
export const placeholders = {
  "{name}": "the sender’s name",
  "{reference}": "the number of the message",
  "{me}": "your own name",
} as const;

/** A text with the sender's own words in their places. What they wrote is not looked through for further places. */
export function fillTemplate(body: string, values: { name: string; reference: string; me: string }): string {
  return body.replace(/\{(name|reference|me)\}/g, (_, key: keyof typeof values) => values[key]);
}
