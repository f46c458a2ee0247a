import { DomainError } from "#app/platform/domain-error.ts";

/** What to throw in place of an error: when there is no room left for files, that in words. */
export function explainFull(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG"
    ? new DomainError(
        "unavailable",
        "There is no room left for files, so nothing was kept. Tell whoever runs this server.",
      )
    : error;
}
