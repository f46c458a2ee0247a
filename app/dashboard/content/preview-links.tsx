import { Copy, Link2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { Moment } from "../parts/moment.tsx";
import { useSaid } from "../parts/toasts.tsx";
import type { action, loader } from "./previews.tsx";

/** The links by which people without an account see the newest version: made, copied and taken back here. */
export function PreviewLinks({ kind, id }: { kind: string; id: string }) {
  const path = `/dashboard/previews/${kind}/${id}`;
  const { load, data } = useFetcher<typeof loader>({ key: path });
  useEffect(() => void load(path), [load, path]);
  return (
    <section className="preview-links" aria-labelledby="preview-links-title">
      <h2 id="preview-links-title">Preview links</h2>
      <PreviewLinksForm path={path} links={data?.links ?? []} />
      <noscript>
        <a href={path}>Make and take back preview links</a>
      </noscript>
    </section>
  );
}

type Links = Awaited<ReturnType<typeof loader>>["links"];

export function PreviewLinksForm({ path, links }: { path: string; links: Links }) {
  const maker = useFetcher<typeof action>();
  useSaid(maker.data);
  const made = maker.data && "address" in maker.data ? maker.data.address : undefined;
  return (
    <>
      <maker.Form method="post" action={path} className="row">
        <label className="f">
          <span className="vh">Good for</span>
          <select className="in" name="days" defaultValue="7">
            <option value="1">for a day</option>
            <option value="7">for a week</option>
            <option value="30">for 30 days</option>
          </select>
        </label>
        <button className="btn q" name="intent" value="make" type="submit" disabled={maker.state !== "idle"}>
          <Link2 className="i" aria-hidden /> Make a link
        </button>
      </maker.Form>
      {made && <Made address={made} />}
      {links.length === 0 && (
        <p className="small mute">No link is out. Whoever has one sees the newest version.</p>
      )}
      <ul className="lines">
        {links.map((link) => (
          <LinkLine key={link.id} link={link} path={path} />
        ))}
      </ul>
    </>
  );
}

/** Shown once: only the hash of it is kept. */
export function Made({ address }: { address: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    setCopied(true);
  };
  return (
    <div className="made" role="status">
      <label className="f">
        <span className="small">Copy it now; it is not shown again.</span>
        <input className="in" readOnly value={address} onFocus={(event) => event.target.select()} />
      </label>
      <button className="btn q" type="button" onClick={() => void copy()}>
        <Copy className="i" aria-hidden /> {isCopied ? "Copied" : "Copy"}
      </button>
    </div>
  );
}

function LinkLine({ link, path }: { link: Links[number]; path: string }) {
  const fetcher = useFetcher<typeof action>();
  useSaid(fetcher.data);
  return (
    <li>
      <div>
        <b>
          Until <Moment at={link.expiresAt} />
        </b>
        <small>
          {link.by}, <Moment at={link.createdAt} />
        </small>
        <fetcher.Form method="post" action={path} className="r">
          <input type="hidden" name="link" value={link.id} />
          <button className="plain" name="intent" value="revoke" type="submit">
            End it<span className="vh"> now: the link made by {link.by}</span>
          </button>
        </fetcher.Form>
      </div>
    </li>
  );
}
