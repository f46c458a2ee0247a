/** Whether a database can hold a text: PostgreSQL refuses a zero, and half of a pair has no UTF-8. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
