import type { HeadersArgs } from "react-router";

/** What the page and the answer to a sent form say of themselves, such as when to try again. */
export function formHeaders({ loaderHeaders, actionHeaders }: HeadersArgs): Headers {
  return new Headers([...loaderHeaders, ...actionHeaders]);
}
