import { data } from "react-router";
import { readReference } from "#app/leads/intake/reference.ts";

/** The reference an address of a confirmation carries; null for what is none, so that no page can be made to say other things. */
export function readSent(url: URL): string | null {
  return readReference(url.searchParams.get("sent") ?? "");
}

/** The data of a page that is one visitor's own or one of a kind: kept nowhere, by nobody. */
export function unkept<Data>(page: Data) {
  return data(page, { headers: { "cache-control": "no-store" } });
}
