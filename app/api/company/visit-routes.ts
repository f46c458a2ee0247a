import { z } from "zod";
import { readSettings } from "#app/company/settings.ts";
import { dayOf } from "#app/text/moments.ts";
import { chooseDays } from "#app/visits/days.ts";
import { readMostRead, readSources, readVisitDays } from "#app/visits/read-visits.ts";
import { json } from "../server/answers.ts";
import { type ApiRequest, defineRoute, namedSchema, type Route } from "../server/route.ts";

const day = z.iso.date("Give a day as YYYY-MM-DD");
const querySchema = z.strictObject({
  from: day.optional().meta({ description: "First day; 29 days before the last unless said otherwise" }),
  to: day
    .optional()
    .meta({ description: "Last day, in the company's time zone; today unless said otherwise" }),
});
const counts = {
  views: z.int().meta({ description: "Times a page was read" }),
  visits: z.int().meta({ description: "Views by somebody who did not come from another page of the site" }),
};
const answerSchema = namedSchema(
  "Visits",
  z.strictObject({
    from: z.iso.date(),
    to: z.iso.date(),
    days: z.array(z.strictObject({ day: z.iso.date(), ...counts })),
    pages: z
      .array(z.strictObject({ path: z.string(), ...counts }))
      .meta({ description: "The hundred read most; `*` stands for those beyond a thousand a day" }),
    sources: z
      .array(z.strictObject({ host: z.string(), visits: z.int() }))
      .meta({ description: "The fifty hosts that led here most; empty for visits that nobody led" }),
  }),
);

/** How often the site's pages are read. */
export const visitRoutes: readonly Route[] = [
  defineRoute({
    method: "get",
    path: "/visits",
    who: "editor",
    name: "readVisits",
    group: "Visits",
    summary: "How often pages are read, by day, page and the host that led here; nobody is recognised",
    query: querySchema,
    answer: answerSchema,
    handle: answerVisits,
  }),
];

async function answerVisits({
  db,
  clock,
  query,
}: ApiRequest<z.infer<typeof querySchema>>): Promise<Response> {
  const { company } = await readSettings(db);
  const days = chooseDays(query, dayOf(clock.now(), company.timeZone || "UTC"));
  const answer = json({
    ...days,
    days: await readVisitDays(db, days),
    pages: await readMostRead(db, days, 100),
    sources: await readSources(db, days, 50),
  });
  answer.headers.set("cache-control", "no-store");
  return answer;
}
