/** Why something asked for can't be done, in words for the person who asked. */
export type DomainErrorCode =
  /** Not what it says it is, or holding what nothing may hold. */
  | "malformed"
  | "too-large"
  | "invalid"
  | "missing"
  | "stale"
  | "in-use"
  | "too-many"
  | "too-busy"
  | "unauthenticated"
  | "stale-session"
  | "forbidden"
  | "unavailable";

/** A request that was understood and is refused; nothing was changed. */
export class DomainError extends Error {
  readonly code: DomainErrorCode;
  /** Field name to sentence; nested fields are joined by dots. */
  readonly fields: Record<string, string>;
  /** With "stale": what stands there now. With "too-many" and "too-busy": seconds until another try. */
  readonly detail: unknown;
  /** What a program can tell it by, finer than the code: "wrong-credentials", "banned" … */
  readonly reason: string;

  constructor(
    code: DomainErrorCode,
    message: string,
    rest: { fields?: Record<string, string>; detail?: unknown; reason?: string } = {},
  ) {
    super(message);
    this.name = "DomainError";
    this.code = code;
    this.fields = rest.fields ?? {};
    this.detail = rest.detail;
    this.reason = rest.reason ?? code;
  }
}

interface Issue {
  path: readonly PropertyKey[];
  message: string;
}

/** A refusal that names each wrong field once, from the issues of a schema. */
export function validationError(
  issues: readonly Issue[],
  message = "Please check these fields.",
): DomainError {
  const fields: Record<string, string> = {};
  for (const issue of issues) fields[issue.path.map(String).join(".")] ??= issue.message;
  return new DomainError("invalid", message, { fields });
}

/** An error for whoever runs the product: its message says in one line what is wrong and how to fix it, so no stack is shown. */
export class PlainError extends Error {
  override name = "PlainError";
  /** Known by this and not by its class: the started program and its entry may hold two copies of the class. */
  readonly isPlain = true;
}

export function isPlainError(error: unknown): error is PlainError {
  return error instanceof Error && "isPlain" in error && error.isPlain === true;
}
