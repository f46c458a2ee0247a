import { Eye } from "lucide-react";
import { Form, Link, useSubmit } from "react-router";
import { previewPath } from "#app/pages/preview-message.ts";
import { Moment } from "../parts/moment.tsx";
import type { readHistory } from "./read-history.ts";

type Page = Awaited<ReturnType<typeof readHistory>>;

/** All versions, newest first: two are chosen to be compared, any can be looked at and brought back. */
export function VersionList({ page }: { page: Page }) {
  const submit = useSubmit();
  const address = `${page.kind.edit}/${page.id}/history`;
  return (
    <section className="versions" aria-labelledby="versions-title">
      <h2 id="versions-title">Versions</h2>
      <Form
        id="compare"
        className="row"
        action={address}
        onChange={(event) => submit(event.currentTarget, { replace: true, preventScrollReset: true })}
      >
        <button className="btn quiet compact" type="submit">
          Compare selected
        </button>
      </Form>
      <p className="heads small mute" aria-hidden>
        <span>from</span>
        <span>to</span>
      </p>
      <ol>
        {page.versions.map((version) => (
          <VersionLine key={version.number} version={version} page={page} />
        ))}
      </ol>
      {page.next !== null && (
        <Link className="btn quiet" to={`${address}?before=${page.next}`}>
          Older versions
        </Link>
      )}
      {!page.isFirst && (
        <Link className="btn quiet" to={address}>
          Newest versions
        </Link>
      )}
    </section>
  );
}

function VersionLine({ version, page }: { version: Page["versions"][number]; page: Page }) {
  const { number, by, at, note, isAutosave } = version;
  const isLive = number === page.live;
  const isNewest = number === page.newest;
  return (
    <li className={isAutosave && !isLive ? "quiet" : undefined}>
      <Choice name="from" words="From" number={number} isChosen={number === page.from} />
      <Choice name="to" words="To" number={number} isChosen={number === page.to} />
      <div>
        <b className="num">{number}</b> <Moment at={at} /> <span className="mute">{by}</span>
        <p className="small mute">
          {[isLive && "Published", isNewest && "Newest", isAutosave && "Autosave", note]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      <div className="row">
        <a
          className="btn quiet compact icon-only"
          href={previewPath(page.kind.name, page.id, number)}
          title="Preview"
          target="_blank"
          rel="noopener"
        >
          <Eye className="icon" aria-hidden />
          <span className="visually-hidden">Preview version {number} (opens a new tab)</span>
        </a>
        {!isNewest && !page.isInTrash && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="version" value={number} />
            <input type="hidden" name="basedOn" value={page.newest} />
            <button className="btn quiet compact" name="intent" value="restore" type="submit">
              Restore<span className="visually-hidden"> version {number}</span>
            </button>
          </Form>
        )}
      </div>
    </li>
  );
}

interface ChoiceProps {
  name: "from" | "to";
  words: string;
  number: number;
  isChosen: boolean;
}

function Choice({ name, words, number, isChosen }: ChoiceProps) {
  return (
    <label className="choice">
      <input
        type="radio"
        form="compare"
        name={name}
        value={number}
        // Taken over anew when the address has another.
        key={String(isChosen)}
        defaultChecked={isChosen}
      />
      <span className="visually-hidden">
        {words} version {number}
      </span>
    </label>
  );
}
