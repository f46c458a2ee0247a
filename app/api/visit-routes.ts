import { z } from "zod";
import { privateJson } from "#app/api/server/answers.ts";
import { type ApiRequest, defineRoute, namedSchema, type Route } from "#app/api/server/route.ts";
import { timeZoneOf } from "#app/domain/company/company-time.ts";
import { readSettings } from "#app/domain/company/settings.ts";
import { chooseDays, readMostRead, readSources, readVisitDays } from "#app/domain/visits/read-visits.ts";
import { dayOf } from "#app/lib/text/moments.ts";

const dayField = z.iso.date("Enter a day as YYYY-MM-DD");
const visitsQuery = z.strictObject({
  from: dayField.optional().meta({ description: "First day; 29 days before the last unless said otherwise" }),
  to: dayField
    .optional()
    .meta({ description: "Last day, in the company's time zone; today unless said otherwise" }),
});
const viewCounts = {
  views: z.int().meta({ description: "Times a page was read" }),
  visits: z.int().meta({ description: "Views by somebody who did not come from another page of the site" }),
};
const visitsAnswer = namedSchema(
  "Visits",
  z.strictObject({
    from: z.iso.date(),
    to: z.iso.date(),
    days: z.array(z.strictObject({ day: z.iso.date(), ...viewCounts })),
    pages: z
      .array(z.strictObject({ path: z.string(), ...viewCounts }))
      .meta({ description: "The hundred read most; `*` stands for those beyond a thousand a day" }),
    sources: z
      .array(z.strictObject({ host: z.string(), visits: z.int() }))
      .meta({ description: "The fifty hosts that led here most; empty for visits that nobody led" }),
  }),
);

/** Page views of the site. */
export const visitRoutes: readonly Route[] = [
  defineRoute({
    method: "get",
    path: "/visits",
    who: "editor",
    name: "readVisits",
    group: "Visits",
    summary: "How often pages are read, by day, page and the host that led here; nobody is recognised",
    query: visitsQuery,
    answer: visitsAnswer,
    handle: answerVisits,
  }),
];

async function answerVisits({
  db,
  clock,
  query,
}: ApiRequest<z.infer<typeof visitsQuery>>): Promise<Response> {
  const { company } = await readSettings(db);
  const days = chooseDays(query, dayOf(clock.now(), timeZoneOf({ company })));
  return privateJson({
    ...days,
    days: await readVisitDays(db, days),
    pages: await readMostRead(db, days, 100),
    sources: await readSources(db, days, 50),
  });
}
