import { data } from "react-router";
import { DomainError } from "#app/platform/domain-error.ts";

/** What a screen is about, or the page that says that it is not there. */
export async function entryOrNotFound<Found>(reading: Promise<Found>): Promise<Found> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof DomainError && error.code === "missing")
      throw data(error.message, { status: 404, headers: { "cache-control": "no-store" } });
    throw error;
  }
}
