import { data } from "react-router";
import { sampleTemplates, setSample } from "#app/mail/templates/samples.ts";
import { requireScreen } from "../parts/require-screen.ts";
import type { Route } from "./+types/sample-html.ts";
import { answerLetter } from "./answer-letter.ts";

/** What a kind of letter looks like, to somebody who is made up. */
export async function loader({ params, ...args }: Route.LoaderArgs) {
  const { db, publicUrl, actionContext } = await requireScreen(args);
  const template = sampleTemplates.find((one) => one === params.name);
  if (!template) throw data(null, { status: 404 });
  return answerLetter((await setSample(db, publicUrl, template, actionContext.now)).html);
}
