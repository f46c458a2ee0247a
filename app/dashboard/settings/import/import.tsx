import { type FormEvent, useState } from "react";
import { Link, useRevalidator } from "react-router";
import { needFreshSession } from "#app/domain/accounts/browser/confirmation.ts";
import { formatBytes } from "#app/lib/text/counts.ts";
import { LabelledField } from "#app/lib/ui/field.tsx";
import {
  confirmImport,
  dropImport,
  removeImportFolder,
  tryImportAgain,
} from "#app/ops/transfer/jobs/imports.ts";
import { write } from "#app/platform/database/database.ts";
import { sendFiles } from "../../files/upload/send-file.ts";
import { handleAction } from "../../parts/handle-action.ts";
import { Moment } from "../../parts/moment.tsx";
import { requireFreshStaff, requireScreen } from "../../parts/require-screen.ts";
import { ConnectionLost, Screen, usePolling, waitUntilReachable } from "../../parts/screen.tsx";
import type { Route } from "./+types/import.ts";
import { ImportState } from "./import-state.tsx";
import { type ImportScreen, readImportScreen } from "./read-import.ts";

export async function loader(args: Route.LoaderArgs) {
  const { db } = await requireScreen(args);
  return readImportScreen(db);
}

export function action(args: Route.ActionArgs) {
  return handleAction(args, {
    async begin(sent, staff) {
      requireFreshStaff(staff);
      const options = {
        replaces: sent.isTicked("replaces"),
        backsUp: sent.isTicked("backsUp"),
        acceptsLosses: sent.isTicked("acceptsLosses"),
      };
      await write(staff.db, (tx) => confirmImport(tx, sent.text("id"), options, staff.actionContext));
      return { done: "The import has begun." };
    },
    async again(sent, staff) {
      requireFreshStaff(staff);
      await write(staff.db, (tx) => tryImportAgain(tx, sent.text("id"), staff.actionContext));
      return { done: "" };
    },
    async drop(sent, { db, dataDir, actionContext }) {
      await write(db, (tx) => dropImport(tx, sent.text("id"), actionContext));
      removeImportFolder(dataDir, sent.text("id"));
      return { done: "" };
    },
  });
}

export default function Import({ loaderData: page, actionData }: Route.ComponentProps) {
  const { current, mayUpload } = page;
  const isLost = usePolling(current?.isRunning ?? false, 1500);
  return (
    <Screen title="Import" crumbs={[{ name: "Settings", path: "/dashboard/settings" }]} answer={actionData}>
      <div className="pad stack wide-gap import">
        {current && <ImportState current={current} reportLines={page.reportLines} />}
        <ConnectionLost isLost={isLost} />
        {page.formerReport && (
          <p className="note wrap">
            <Link to="/dashboard/settings/import/report">Report on the last import</Link>, of{" "}
            {page.formerReport.file_name}, <Moment at={page.formerReport.created_at} inSentence />
          </p>
        )}
        {mayUpload && <UploadForm page={page} isFirst={current === null} />}
      </div>
    </Screen>
  );
}

interface UploadFormProps {
  page: Pick<ImportScreen, "maxExportBytes" | "maxUploadsBytes">;
  isFirst: boolean;
}

/** Form that uploads a file and checks it without changing the site. */
function UploadForm({ page, isFirst }: UploadFormProps) {
  const { send, sending, errors } = useUpload(page);
  return (
    <section className="stack">
      <h2>{isFirst ? "Choose an export" : "Import something else"}</h2>
      <p className="note">
        The file is only checked first: you see what will be imported, what can’t be, and what is already on
        the site. Nothing changes until you confirm.
      </p>
      <form className="form" method="post" onSubmit={send} noValidate>
        <LabelledField
          label="Export"
          name="file"
          isWide
          error={errors.file}
          hint={`From WordPress an .xml file (Tools, Export, All content), or all its parts at once or as .zip; from Ghost a .json file, from Frontdesk site.json or its export folder as .zip. At most ${formatBytes(page.maxExportBytes)}.`}
        >
          {(control) => (
            <input
              className="input"
              type="file"
              accept=".xml,.json,.zip"
              multiple
              disabled={sending !== null}
              {...control}
            />
          )}
        </LabelledField>
        <LabelledField
          label="Pictures"
          name="pictures"
          isOptional
          isWide
          error={errors.pictures}
          hint={`Exports of WordPress and Ghost contain no pictures, and none are downloaded. Pack the folder wp-content/uploads, or content/images of Ghost, as .zip. At most ${formatBytes(page.maxUploadsBytes)}; for more use npm run import on the server.`}
        >
          {(control) => (
            <input className="input" type="file" accept=".zip" disabled={sending !== null} {...control} />
          )}
        </LabelledField>
        {errors.form && (
          <p className="wrong full-row" role="alert">
            {errors.form}
          </p>
        )}
        {sending !== null && (
          <div className="full-row stack">
            <p role="status">Uploading. Keep this page open until it is done.</p>
            <progress value={sending} max={1} aria-label="Uploaded" />
          </div>
        )}
        <div className="row">
          <button className="btn" type="submit" disabled={sending !== null}>
            Check file
          </button>
        </div>
      </form>
    </section>
  );
}

interface UploadErrors {
  file?: string | undefined;
  pictures?: string | undefined;
  form?: string | undefined;
}

function useUpload({ maxExportBytes, maxUploadsBytes }: UploadFormProps["page"]) {
  const [sending, setSending] = useState<number | null>(null);
  const [errors, setErrors] = useState<UploadErrors>({});
  const { revalidate } = useRevalidator();
  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const element = event.currentTarget;
    const form = new FormData(element);
    const found = {
      file:
        problemOf(form.getAll("file"), maxExportBytes) ??
        (isChosen(form.get("file")) ? undefined : "Choose a file."),
      pictures: problemOf(form.getAll("pictures"), maxUploadsBytes),
    };
    setErrors(found);
    if (found.file || found.pictures || !(await needFreshSession())) return;
    setSending(0);
    try {
      await sendFiles("/dashboard/settings/import/file", form, { onProgress: setSending });
      element.reset();
      await waitUntilReachable();
      await revalidate();
    } catch (error) {
      setErrors({ form: error instanceof Error ? error.message : "That did not work. Try again." });
    } finally {
      setSending(null);
    }
  }
  return { send, sending, errors };
}

function isChosen(value: FormDataEntryValue | null | undefined): value is File {
  return value instanceof File && value.size > 0;
}

function problemOf(values: readonly FormDataEntryValue[], most: number): string | undefined {
  const bytes = values.filter(isChosen).reduce((sum, { size }) => sum + size, 0);
  if (bytes <= most) return undefined;
  return `This is ${formatBytes(bytes)}; the limit here is ${formatBytes(most)}. Use npm run import on the server.`;
}
