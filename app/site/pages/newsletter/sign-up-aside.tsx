/** Description of the newsletter with a link to the sign-up form. */
export function SignUpAside({ heading, text = "" }: { heading: string; text?: string }) {
  return (
    <aside className="side sign-up-aside" aria-label="Sign up">
      <h2>{heading || "Newsletter"}</h2>
      {text && <p>{text}</p>}
      <a className="btn" href="/newsletter">
        Send me the next one
      </a>
      <p className="small">Every newsletter ends with a link to unsubscribe.</p>
    </aside>
  );
}
