import { PageLink } from "#app/ui/page-link.tsx";

/** What is sent, and the one way to it, beside a newsletter. */
export function SignUpAside({ heading, text = "" }: { heading: string; text?: string }) {
  return (
    <aside className="side sign-up-aside" aria-label="Sign up">
      <h2>{heading || "Newsletter"}</h2>
      {text && <p>{text}</p>}
      <PageLink className="btn" to="/newsletter">
        Send me the next one
      </PageLink>
      <p className="small">Every newsletter ends with a link to unsubscribe.</p>
    </aside>
  );
}
