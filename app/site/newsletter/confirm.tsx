import { data, Form, Link } from "react-router";
import { confirmSubscription, readConfirmation } from "#app/leads/subscribers/confirm.ts";
import { pageContext } from "#app/pages/page-context.ts";
import { describePlainPage } from "#app/site/account/describe-plain-page.ts";
import { privateHeaders } from "#app/site/account/forms/private-page.ts";
import type { Route } from "./+types/confirm.ts";
import { LetterAnswer } from "./letter-answer.tsx";
import { keyOf, letterPage } from "./letter-link.ts";

/** Anyone with the mailed link; looking changes nothing, since mail scanners open links. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const site = context.get(pageContext);
  const page = await readConfirmation(site.db, keyOf(url), site.clock.now());
  return letterPage(site, page, page.state !== "gone");
}

/** Anyone with the mailed link: it is the proof, wherever it is pressed. */
export async function action({ context, url }: Route.ActionArgs) {
  const { db, clock } = context.get(pageContext);
  const isDone = await confirmSubscription(db, keyOf(url), clock.now());
  return data({ isDone }, isDone ? 200 : 400);
}

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData
    ? describePlainPage(loaderData.site, "Confirm the newsletter", "/newsletter/confirm")
    : [];
}

export default function Confirm({ loaderData: page, actionData: answer }: Route.ComponentProps) {
  const isAnswer = answer !== undefined;
  if (page.state === "gone")
    return (
      <LetterAnswer title="This link has run out" isAnswer={isAnswer}>
        <p>
          Links for confirming work for seven days. Ask for the newsletter once more, and we mail you a new
          one.
        </p>
        <div className="acts">
          <Link className="btn" to="/newsletter">
            Ask once more
          </Link>
        </div>
      </LetterAnswer>
    );
  if (page.state === "done")
    return (
      <LetterAnswer title="You are on the list" isAnswer={isAnswer}>
        <p>
          The next newsletter comes to <strong className="address">{page.email}</strong>. Each one has a link
          by which you leave with one press.
        </p>
        <div className="acts">
          <Link className="go" to="/newsletter/archive">
            Read earlier ones
          </Link>
        </div>
      </LetterAnswer>
    );
  return (
    <LetterAnswer title="Shall we write to you?" isAnswer={false}>
      <p>
        You get our newsletter at <strong className="address">{page.email}</strong> once you press here.
      </p>
      <Form method="post" className="acts">
        <button className="btn" type="submit">
          Yes, send it to me
        </button>
      </Form>
      <p className="after mute">You did not ask for it? Then close this page: nothing happens.</p>
    </LetterAnswer>
  );
}
