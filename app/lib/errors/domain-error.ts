/** Reasons why a request is refused. */
export type DomainErrorCode =
  /** Content that does not match its type, or that is forbidden in it. */
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

/** A valid request that is refused without a change; its message is for the person who sent it. */
export class DomainError extends Error {
  readonly code: DomainErrorCode;
  /** Message by field name; nested names are joined by dots. */
  readonly fields: Record<string, string>;
  /** For "stale": the current version. For "too-many" and "too-busy": seconds until the next attempt. */
  readonly detail: unknown;
  /** Machine-readable reason, more precise than the code: "wrong-credentials", "banned" … */
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

/** Creates an "invalid" error with the first issue of each field. */
export function validationError(
  issues: readonly Issue[],
  message = "Please check these fields.",
): DomainError {
  const fields: Record<string, string> = {};
  for (const issue of issues) fields[issue.path.map(String).join(".")] ??= issue.message;
  return new DomainError("invalid", message, { fields });
}

/** An error for the deployer: its message names the problem and the fix in one line, so it is printed without a stack. */
export class PlainError extends Error {
  override name = "PlainError";
  /** Replaces `instanceof`: the bundled server and its entry may load two copies of the class. */
  readonly isPlain = true;
}

export function isPlainError(error: unknown): error is PlainError {
  return error instanceof Error && "isPlain" in error && error.isPlain === true;
}
