import { data } from "react-router";
import { type Received, receiveUploads } from "#app/files/upload/receive-uploads.ts";
import { addUpload } from "#app/files/upload/upload.ts";
import { isSameOrigin } from "#app/http/security/same-origin.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { capitalize, sayCount } from "#app/text/counts.ts";
import type { ActionResult } from "../../parts/action-result.ts";
import { requireScreen, type ScreenArgs, type Staff } from "../../parts/require-screen.ts";

/** Whether a form carries files; such a one is read piece by piece and not as a whole. */
export function carriesFiles(request: Request): boolean {
  return request.headers.get("content-type")?.startsWith("multipart/form-data") ?? false;
}

/** Takes the files of the plain form, as browsers without JavaScript send it. */
export async function takeUploads(args: ScreenArgs): Promise<ReturnType<typeof data<ActionResult>>> {
  const staff = await requireScreen(args);
  return takeFiles(staff, async (files) => {
    if (files.length === 0) throw new DomainError("invalid", "Choose files first.");
    const refused: string[] = [];
    for (const file of files) {
      const message = await addOne(staff, file);
      if (message !== null) refused.push(`${file.name}: ${message}`);
    }
    const kept = files.length - refused.length;
    if (kept === 0) throw new DomainError("invalid", refused.join(" "));
    const words = `${capitalize(sayCount(kept, "file"))} ${kept === 1 ? "is" : "are"} in the library.`;
    return { done: [words, ...refused].join(" ") };
  });
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

/** Null when it was kept, else why not. */
async function addOne({ db, files, actionContext }: Staff, file: Received): Promise<string | null> {
  try {
    await addUpload(db, files, { file, key: null, ...actionContext });
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
}
