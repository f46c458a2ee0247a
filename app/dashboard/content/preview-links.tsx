import Copy from "lucide-react/icons/copy";
import Link2 from "lucide-react/icons/link-2";
import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import type { PreviewLink } from "#app/domain/content/versions/preview.ts";
import type { PostForm } from "../parts/action-button.tsx";
import type { ActionResult } from "../parts/action-result.ts";
import { Moment } from "../parts/moment.tsx";
import { useFlash } from "../parts/toasts.tsx";

/** Creates, copies and revokes links to the newest version for people without an account. */
export function PreviewLinks({ kind, id }: { kind: string; id: string }) {
  const path = `/dashboard/previews/${kind}/${id}`;
  const { load, data } = useFetcher<{ links: readonly PreviewLink[] }>({ key: path });
  useEffect(() => void load(path), [load, path]);
  return (
    <section className="preview-links" aria-labelledby="preview-links-title">
      <h2 id="preview-links-title">Preview links</h2>
      <PreviewLinksForm path={path} links={data?.links ?? []} />
    </section>
  );
}

type Links = readonly PreviewLink[];

export function PreviewLinksForm({ path, links }: { path: string; links: Links }) {
  const maker = useFetcher<ActionResult<{ address?: string }>>();
  useFlash(maker.data);
  // Part of the panel because the row disappears before it could show the result.
  const revoker = useFetcher<ActionResult<{ address?: string }>>();
  useFlash(revoker.data);
  // The last created link may be the revoked one, so its address is hidden.
  const [outdated, setOutdated] = useState<unknown>();
  const answer = maker.data === outdated ? undefined : maker.data;
  const made = answer && "address" in answer ? answer.address : undefined;
  return (
    <>
      <maker.Form method="post" action={path} className="row">
        <label className="field">
          <span className="visually-hidden">Valid for</span>
          <select className="input" name="days" defaultValue="7">
            <option value="1">for one day</option>
            <option value="7">for 7 days</option>
            <option value="30">for 30 days</option>
          </select>
        </label>
        <button
          className="btn quiet"
          name="intent"
          value="make"
          type="submit"
          disabled={maker.state !== "idle"}
        >
          <Link2 className="icon" aria-hidden /> Create link
        </button>
      </maker.Form>
      {made && <NewPreviewLink address={made} />}
      {links.length === 0 && (
        <p className="small mute">
          No links yet. Anybody who has a link sees the newest version, without an account.
        </p>
      )}
      <ul className="lines">
        {links.map((link) => (
          <LinkLine
            key={link.id}
            link={link}
            path={path}
            Form={revoker.Form}
            isBusy={revoker.state !== "idle"}
            onRevoke={() => setOutdated(maker.data)}
          />
        ))}
      </ul>
    </>
  );
}

/** Shows the address once, because only its hash is stored. */
export function NewPreviewLink({ address }: { address: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    setCopied(true);
  };
  return (
    <div className="made" role="status">
      <label className="field">
        <span className="small">Copy it now. It is shown only once.</span>
        <input className="input" readOnly value={address} onFocus={(event) => event.target.select()} />
      </label>
      <button className="btn quiet" type="button" onClick={() => void copy()}>
        <Copy className="icon" aria-hidden /> {isCopied ? "Copied" : "Copy"}
      </button>
    </div>
  );
}

interface LinkLineProps {
  link: Links[number];
  path: string;
  Form: PostForm;
  isBusy: boolean;
  onRevoke(): void;
}

function LinkLine({ link, path, Form, isBusy, onRevoke }: LinkLineProps) {
  return (
    <li>
      <div>
        <b>
          Until <Moment at={link.expiresAt} inSentence />
        </b>
        <small>
          {link.by}, <Moment at={link.createdAt} inSentence />
        </small>
        <Form method="post" action={path} className="trailing" onSubmit={onRevoke}>
          <input type="hidden" name="link" value={link.id} />
          <button className="plain" name="intent" value="revoke" type="submit" disabled={isBusy}>
            Revoke<span className="visually-hidden"> the link by {link.by}</span>
          </button>
        </Form>
      </div>
    </li>
  );
}
