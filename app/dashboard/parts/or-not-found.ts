import { data } from "react-router";
import { DomainError } from "#app/platform/domain-error.ts";

/** What a loader reads; where there is none, the frame's own page for that. */
export async function orNotFound<Found>(read: () => Promise<Found>): Promise<Found> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DomainError && error.code === "missing") throw data(null, { status: 404 });
    throw error;
  }
}
