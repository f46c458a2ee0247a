/** A wrong field by name, with a sentence that says how to mend it. */
export type ProblemFields = Record<string, string>;

/**
 * A problem document (RFC 9457).
 * @param fields what is wrong where, as the member `errors`
 * @param code what a program can tell it by
 */
export function problem(
  status: number,
  title: string,
  detail?: string,
  fields?: ProblemFields,
  code?: string,
): Response {
  const document = { type: "about:blank", title, status, code, detail, errors: fields };
  return new Response(JSON.stringify(document), {
    status,
    headers: { "content-type": "application/problem+json", "cache-control": "no-store" },
  });
}
