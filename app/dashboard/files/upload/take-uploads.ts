import { data } from "react-router";
import { type Received, receiveUploads } from "#app/files/upload/receive-uploads.ts";
import { isSameOrigin } from "#app/http/security/same-origin.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import type { ActionResult } from "../../parts/action-result.ts";
import type { Staff } from "../../parts/require-screen.ts";

/** Whether a form carries files; such a one is read piece by piece and not as a whole. */
export function carriesFiles(request: Request): boolean {
  return request.headers.get("content-type")?.startsWith("multipart/form-data") ?? false;
}

/** Reads a form with files for a screen and answers as `act` does. */
export async function takeFiles(
  { request, publicUrl, files: store }: Staff,
  work: (files: Received[], texts: Map<string, string>) => Promise<ActionResult>,
): Promise<ReturnType<typeof data<ActionResult>>> {
  const headers = { "cache-control": "no-store" };
  try {
    if (!isSameOrigin(request, publicUrl))
      throw new DomainError(
        "forbidden",
        "Your browser did not say that this came from our page. Send it once more.",
      );
    return data(await receiveUploads(store, request, work), { headers });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { code, message, fields, detail } = error;
    return data(
      { refusal: { code, message, fields, detail: detail ?? null }, typed: {} },
      { status: 422, headers },
    );
  }
}
