/** An error for whoever runs the product: its message says in one line what is wrong and how to mend it, so no stack is shown. */
export class PlainError extends Error {
  override name = "PlainError";
  /** Known by this and not by its class: the started program and its entry may hold two copies of the class. */
  readonly isPlain = true;
}

export function isPlainError(error: unknown): error is PlainError {
  return error instanceof Error && "isPlain" in error && error.isPlain === true;
}
