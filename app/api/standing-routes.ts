import type { Kind } from "#app/content/kind.ts";
import { archive, trash, unpublish, untrash } from "#app/content/publishing.ts";
import { defineRoute, type Route } from "./route.ts";
import { standingSchema } from "./standing-shape.ts";
import {
  answerDuplicate,
  changeStanding,
  moveBody,
  moveWork,
  publishBody,
  publishWork,
  scheduleBody,
  scheduleWork,
  type Work,
} from "./standing-writes.ts";

/** Where an entry of a kind stands: each change is a resource below it. If-Match is looked at when it is sent. */
export function standingRoutes(kind: Kind): readonly Route[] {
  const { plural, label } = kind;
  const of = { who: "editor", group: label.many, answer: standingSchema } as const;
  const below = (step: string, summary: string, work: Work, body?: Route["body"]) =>
    defineRoute({
      ...of,
      summary,
      method: "post",
      path: `/${plural}/:address/${step}`,
      status: 200,
      name: `${step}${label.one}`,
      ...(body && { body }),
      handle: (api) => changeStanding(kind, api, work),
    });
  return [
    below(
      "publish",
      "Show the newest version to the public; refused while the check finds errors and no reason is given",
      publishWork,
      publishBody,
    ),
    below(
      "schedule",
      "Publish and archive at moments to come; what is not sent stays",
      scheduleWork,
      scheduleBody,
    ),
    below("unpublish", "Take it from the public and make it a draft again", unpublish),
    below("archive", "Take it from the public and put it away", archive),
    below("restore", "Take it out of the trash, as it was; by its id", untrash),
    ...(kind.order === "position"
      ? [below("move", "Put it right before or right after another", moveWork, moveBody)]
      : []),
    defineRoute({
      ...of,
      method: "post",
      path: `/${plural}/:address/duplicate`,
      name: `duplicate${label.one}`,
      summary: "Make a draft of the newest version, as “Copy of …”",
      handle: (api) => answerDuplicate(kind, api),
    }),
    defineRoute({
      ...of,
      method: "delete",
      path: `/${plural}/:address`,
      name: `trash${label.one}`,
      summary: "Put it into the trash, for 30 days",
      handle: (api) => changeStanding(kind, api, trash),
    }),
  ];
}
