import Copy from "lucide-react/icons/copy";
import { useRef } from "react";
import { Form, Link, useNavigation } from "react-router";
import { type ActionError, errorIn } from "#app/dashboard/parts/action-result.ts";
import { StateBadge } from "#app/dashboard/parts/badge.tsx";
import { handleAction } from "#app/dashboard/parts/handle-action.ts";
import { Moment } from "#app/dashboard/parts/moment.tsx";
import { entryOrNotFound, requireScreen } from "#app/dashboard/parts/require-screen.ts";
import { Fact, Screen } from "#app/dashboard/parts/screen.tsx";
import { useToasts } from "#app/dashboard/parts/toasts.tsx";
import type { LibraryFile } from "#app/domain/files/library/library.ts";
import { formatBytes, formatCount } from "#app/lib/text/counts.ts";
import { FieldError } from "#app/lib/ui/field.tsx";
import type { Route } from "./+types/file.ts";
import { DetailsForm } from "./details-form.tsx";
import { TrashActions } from "./file-parts.tsx";
import {
  carriesFiles,
  type FileScreen,
  fileActions,
  readFileScreen,
  receiveReplacement,
  type UsePlace,
} from "./file-screen.ts";
import { libraryPath } from "./library-address.ts";

export async function loader(args: Route.LoaderArgs) {
  const { db, publicUrl } = await requireScreen(args);
  return entryOrNotFound(readFileScreen(db, args.params.id, publicUrl));
}

export async function action(args: Route.ActionArgs) {
  const { id } = args.params;
  return carriesFiles(args.request) ? receiveReplacement(args, id) : handleAction(args, fileActions(id));
}

const up = [{ name: "Files", path: libraryPath }];

export default function File({ loaderData: screen, actionData }: Route.ComponentProps) {
  const { file, places } = screen;
  const refused = errorIn(actionData);
  return (
    <Screen title={file.name} crumbs={up} answer={actionData}>
      <div className="pad two file">
        <div className="stack">
          {file.deletedAt !== null && <InTrash />}
          <DetailsForm key={`${file.id} ${file.version}`} screen={screen} refused={refused} />
        </div>
        <div className="stack">
          <FileFacts screen={screen} />
          <WhereUsed places={places} />
          {file.deletedAt === null && <ReplaceForm file={file} refused={refused} />}
          {file.deletedAt === null && <DeleteFile places={places} />}
        </div>
      </div>
    </Screen>
  );
}

/** Notice that a file is in the trash, with a button that restores it. */
function InTrash() {
  return (
    <Form className="note row" method="post">
      <p>This file is in the trash. It is deleted permanently 30 days after it was deleted.</p>
      <TrashActions />
    </Form>
  );
}

/** Moves a file into the trash; explains why a file in use cannot be deleted. */
function DeleteFile({ places }: { places: readonly UsePlace[] }) {
  return (
    <section>
      <h2>Delete</h2>
      {places.length > 0 ? (
        <p className="hint">
          It is used in {formatCount(places.length, "place")}. Remove it there first; then it can be deleted.
        </p>
      ) : (
        <Form className="row" method="post">
          <button className="btn quiet bad" type="submit" name="intent" value="trash">
            Delete
          </button>
          <span className="hint">You can restore it for 30 days.</span>
        </Form>
      )}
    </section>
  );
}

/** Places that show or link to a file, those on the site first. */
function WhereUsed({ places }: { places: readonly UsePlace[] }) {
  const groups = Map.groupBy(places, ({ group }) => group);
  return (
    <section>
      <h2>Used in</h2>
      {places.length === 0 && <p className="hint">Nowhere yet.</p>}
      {order.map((group) => (
        <Group key={group} name={group} places={groups.get(group) ?? []} />
      ))}
    </section>
  );
}

const order: UsePlace["group"][] = ["On the site", "In drafts", "In settings", "In the trash"];

function Group({ name, places }: { name: string; places: readonly UsePlace[] }) {
  if (places.length === 0) return null;
  return (
    <>
      <h3 className="small mute">{name}</h3>
      <ul className="lines">
        {places.map(({ title, path, detail, state }) => (
          <li key={`${path} ${detail}`}>
            <Link to={path}>
              <b>{title}</b>
              {state && (
                <span className="trailing">
                  <StateBadge state={state} />
                </span>
              )}
              <small>{detail}</small>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Replaces the content of this file; the former content can be restored for a limited time. */
function ReplaceForm({ file, refused }: { file: LibraryFile; refused: ActionError | null }) {
  const isSending = useNavigation().formEncType === "multipart/form-data";
  const error = refused?.refusal.fields.file;
  return (
    <section>
      <h2>Replace</h2>
      <p className="hint" id="replace-hint">
        The new file shows everywhere this one is used. Name, alt text and tags stay: check them afterwards.
      </p>
      <Form className="stack" method="post" encType="multipart/form-data" preventScrollReset>
        <div className={error ? "field bad" : "field"}>
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
          <button className="btn quiet" type="submit" disabled={isSending}>
            {isSending ? "Uploading…" : "Replace"}
          </button>
        </div>
      </Form>
      {file.replacedAt !== null && (
        <Form className="row" method="post" preventScrollReset>
          <button className="btn quiet" type="submit" name="intent" value="bring-back">
            Restore the previous file
          </button>
          <span className="hint">
            Replaced <Moment at={file.replacedAt} inSentence />
          </span>
        </Form>
      )}
    </section>
  );
}

/** Properties and addresses of a file. */
function FileFacts({ screen }: { screen: FileScreen }) {
  const { file, by, lasting, sizes } = screen;
  const isPicture = file.kind === "picture";
  return (
    <section>
      <h2>Details</h2>
      <dl className="facts">
        <Fact name={isPicture ? "Picture" : "PDF"}>
          {isPicture
            ? `${file.width.toLocaleString("en")} × ${file.height.toLocaleString("en")}`
            : formatPages(file.pages)}
        </Fact>
        <Fact name="Size">
          {isPicture ? `${formatBytes(file.bytes)} in all sizes` : formatBytes(file.bytes)}
        </Fact>
        <Fact name="Added">
          <Moment at={file.createdAt} /> {by !== null && `by ${by}`}
        </Fact>
        {file.updatedAt !== file.createdAt && (
          <Fact name="Changed">
            <Moment at={file.updatedAt} />
          </Fact>
        )}
        {sizes.length > 0 && (
          <Fact name="Widths">
            {sizes.map(({ width, webp }) => (
              <a key={width} className="tag num" href={webp}>
                {width.toLocaleString("en")}
              </a>
            ))}
          </Fact>
        )}
      </dl>
      <CopyAddress address={lasting} />
    </section>
  );
}

function formatPages(pages: number | null): string {
  if (pages === null) return "Pages not known";
  return pages === 1 ? "1 page" : `${pages.toLocaleString("en")} pages`;
}

/** Address for links on other sites; it stays valid when the file is replaced. */
function CopyAddress({ address }: { address: string }) {
  const field = useRef<HTMLInputElement>(null);
  const { showToast } = useToasts();
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(address);
      showToast({ done: "The address is copied." });
    } catch {
      showToast(
        { done: "Your browser blocked copying. The address is selected: press Ctrl C." },
        { isBad: true },
      );
    }
  };
  return (
    <div className="row address">
      <input
        ref={field}
        className="input"
        readOnly
        value={address}
        aria-label="Address"
        onFocus={({ target }) => target.select()}
      />
      <button className="btn quiet icon-only" type="button" onClick={copy} title="Copy URL">
        <Copy className="icon" aria-hidden />
        <span className="visually-hidden">Copy URL</span>
      </button>
    </div>
  );
}
