import { Form, useNavigation } from "react-router";
import type { LibraryFile } from "#app/files/library-file.ts";
import { FieldError } from "#app/ui/field.tsx";
import type { Refused } from "../parts/answer.ts";
import { Moment } from "../parts/moment.tsx";

/** Puts another file in the place of this one; what was there can be brought back for a while. */
export function ReplaceForm({ file, refused }: { file: LibraryFile; refused: Refused | null }) {
  const isSending = useNavigation().formEncType === "multipart/form-data";
  const error = refused?.refusal.fields.file;
  return (
    <section>
      <h2>Replace</h2>
      <p className="hint" id="replace-hint">
        The new file shows everywhere this one is used. Name, alt text and tags stay: check them afterwards.
      </p>
      <Form className="stack" method="post" encType="multipart/form-data" preventScrollReset>
        <div className={error ? "f bad" : "f"}>
          <input
            id="f-file"
            type="file"
            name="file"
            required
            accept={
              file.kind === "pdf" ? "application/pdf" : "image/jpeg,image/png,image/webp,image/avif,image/gif"
            }
            aria-label={file.kind === "pdf" ? "The new PDF" : "The new picture"}
            aria-describedby={error ? "f-file-error replace-hint" : "replace-hint"}
          />
          {error && <FieldError id="f-file-error" text={error} />}
        </div>
        <div className="row">
          <input type="hidden" name="version" value={file.version} />
          <button className="btn q" type="submit" disabled={isSending}>
            {isSending ? "Uploading…" : "Replace"}
          </button>
        </div>
      </Form>
      {file.replacedAt !== null && (
        <Form className="row" method="post" preventScrollReset>
          <button className="btn q" type="submit" name="intent" value="bring-back">
            Restore the previous file
          </button>
          <span className="hint">
            Replaced <Moment at={file.replacedAt} />
          </span>
        </Form>
      )}
    </section>
  );
}
