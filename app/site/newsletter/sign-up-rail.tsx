import { PageLink } from "#app/ui/page-link.tsx";

/** What is sent, and the one way to it, beside a newsletter. */
export function SignUpRail({ heading, text = "" }: { heading: string; text?: string }) {
  return (
    <aside className="side letter-rail" aria-label="Sign up">
      <h2>{heading || "Newsletter"}</h2>
      {text && <p>{text}</p>}
      <PageLink className="btn" to="/newsletter">
        Have the next one mailed to you
      </PageLink>
      <p className="small">Every letter ends with a link to unsubscribe.</p>
    </aside>
  );
}
