import { z } from "zod";
import { lastCachedSettings } from "#app/domain/company/settings.ts";
import { type Category, findCategory, listCategories } from "#app/domain/content/categories/categories.ts";
import { holdersOf } from "#app/domain/content/categories/remove-category.ts";
import { kinds, type Taxonomy, taxonomies } from "#app/domain/content/kinds.ts";
import { countFacet } from "#app/domain/content/published/entries.ts";
import { slugKey } from "#app/domain/content/urls/slug.ts";
import { acceptCall, acceptMessage } from "#app/domain/leads/intake/accept-lead.ts";
import { describeCallForm } from "#app/domain/leads/intake/call-form.ts";
import { callSchema, messageSchema, subscriberSchema } from "#app/domain/leads/intake/form-schemas.ts";
import {
  describeContactForm,
  describeNotSaved,
  type LeadFormDescription,
  retryAfterSeconds,
  writeNotSaved,
} from "#app/domain/leads/intake/forms.ts";
import { describeNewsletterForm } from "#app/domain/leads/intake/newsletter-form.ts";
import type { Accepted } from "#app/domain/leads/intake/reference.ts";
import type { SubmissionMetadata } from "#app/domain/leads/intake/submission-metadata.ts";
import { acceptSubscriber } from "#app/domain/newsletter/subscribers/subscribe.ts";
import { resources } from "#app/ops/resources/resources.server.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Database } from "#app/platform/database/database.ts";
import { isDatabaseUnavailable } from "#app/platform/database/engines/bounded-pool.ts";
import { problem } from "#app/platform/http/responses/refusals.ts";
import { accountRoutes } from "../accounts/account-routes.ts";
import { peopleRoutes } from "../accounts/people-routes.ts";
import { categoryRoutes } from "../content/category-routes.ts";
import { answerEntry, answerEntryList } from "../content/content-reads.ts";
import { contentWriteRoutes } from "../content/content-write-routes.ts";
import { findRoutes } from "../content/find-routes.ts";
import {
  acceptedSchema,
  cardListSchema,
  categorySchema,
  entrySchema,
  presentCategory,
} from "../content/presenter.ts";
import { publishingRoutes } from "../content/publishing-routes.ts";
import { redirectRoutes } from "../content/redirect-routes.ts";
import { reviewRoutes } from "../content/review-routes.ts";
import { fileRoutes } from "../files/files-routes.ts";
import { leadRoutes } from "../leads/lead-routes.ts";
import { mailRoutes } from "../mail-routes.ts";
import { newsletterRoutes } from "../newsletter/newsletter-routes.ts";
import { subscriberRoutes } from "../newsletter/subscriber-routes.ts";
import { settingsRoutes } from "../settings-routes.ts";
import { visitRoutes } from "../visit-routes.ts";
import { json, listQuerySchema, listRoute, noStore, notFoundProblem, redirectResponse } from "./answers.ts";
import { answerDocs, answerOpenApi } from "./openapi.ts";
import { readJsonObject } from "./read-json.ts";
import { type ApiRequest, defineRoute, namedSchema, type Route } from "./route.ts";

const maxMcpBytes = 1_000_000;

/**
 * Model Context Protocol over stateless HTTP. Without a token with the scope `mcp`, its code is never loaded.
 */
const mcpRoute = defineRoute({
  method: "post",
  path: "/mcp",
  who: "editor",
  scope: "mcp",
  isForTokensAlone: true,
  name: "mcp",
  group: "Assistants",
  summary: "Model Context Protocol (Streamable HTTP) for assistants, to read content and write drafts",
  takes: "application/json",
  status: 200,
  answer: namedSchema("JsonRpc", z.looseObject({ jsonrpc: z.literal("2.0") })),
  async handle(api) {
    const { token, request } = api;
    if (!token) throw new Error("Only service tokens can reach this route.");
    const read = await readJsonObject(request, maxMcpBytes);
    if (read instanceof Response) return read;
    const { answerMcp } = await import("../mcp/mcp-server.ts");
    return noStore(await answerMcp({ ...api, token }, read.body));
  },
});

const categoryListSchema = namedSchema("CategoryList", z.array(categorySchema));

/** All API routes; routing, checks and documentation use this table. */
export const routes: readonly Route[] = [
  ...kinds.flatMap((kind) => [
    defineRoute({
      method: "get",
      path: `/${kind.plural}`,
      who: "anyone",
      name: `list${kind.label.many}`,
      group: kind.label.many,
      summary: "List published entries in the order of the site",
      query: listQuerySchema(kind),
      answer: cardListSchema(kind),
      handle: (api) => answerEntryList(kind, api),
    }),
    defineRoute({
      method: "get",
      path: `/${kind.plural}/:address`,
      who: "anyone",
      name: `read${kind.label.one}`,
      group: kind.label.many,
      summary: "Read a published entry with all fields, by id or slug",
      answer: entrySchema(kind),
      handle: (api) => answerEntry(kind, api),
    }),
    ...reviewRoutes(kind),
    ...contentWriteRoutes(kind),
    ...publishingRoutes(kind),
  ]),
  ...taxonomies.flatMap(({ name, plural, label }) => [
    defineRoute({
      method: "get",
      path: `/${plural}`,
      who: "anyone",
      name: `list ${label}`,
      group: label,
      summary: "List categories with their number of published entries",
      answer: categoryListSchema,
      handle: (api) => answerCategories(name, api),
    }),
    defineRoute({
      method: "get",
      path: `/${plural}/:address`,
      who: "anyone",
      name: `read ${label}`,
      group: label,
      summary: "Read a category by id or slug",
      answer: categorySchema,
      handle: (api) => answerCategory(name, api),
    }),
    ...categoryRoutes(name),
  ]),
  defineRoute({
    method: "post",
    path: "/contact",
    who: "anyone",
    name: "sendMessage",
    group: "Getting in touch",
    isOnce: true,
    summary: "Send the company a message",
    body: messageSchema,
    answer: acceptedSchema,
    handle: (api) => answerLead(acceptMessage, describeContactForm(), api),
  }),
  defineRoute({
    method: "post",
    path: "/calls",
    who: "anyone",
    name: "requestCall",
    group: "Getting in touch",
    isOnce: true,
    summary: "Request a call; requires a phone number or an e-mail address",
    body: callSchema,
    answer: acceptedSchema,
    handle: (api) => answerLead(acceptCall, describeCallForm(), api),
  }),
  defineRoute({
    method: "post",
    path: "/subscribers",
    who: "anyone",
    name: "subscribe",
    group: "Getting in touch",
    isOnce: true,
    summary: "Subscribe an address to the newsletter; the response is the same for a known address",
    body: subscriberSchema,
    answer: acceptedSchema,
    handle: (api) => answerLead(acceptSubscriber, describeNewsletterForm(), api),
  }),
  ...subscriberRoutes,
  ...newsletterRoutes,
  ...mailRoutes,
  ...leadRoutes,
  ...accountRoutes,
  ...fileRoutes,
  ...findRoutes,
  ...visitRoutes,
  ...peopleRoutes,
  ...settingsRoutes,
  mcpRoute,
  ...resources.filter(({ api }) => api !== null).map(listRoute),
  ...redirectRoutes,
  defineRoute({
    method: "get",
    path: "/openapi.json",
    who: "anyone",
    name: "readOpenApi",
    group: "About this API",
    summary: "OpenAPI 3.1 description of this API",
    answer: namedSchema("OpenApi", z.looseObject({ openapi: z.string() })),
    handle: (api) => answerOpenApi(routes, api),
  }),
  defineRoute({
    method: "get",
    path: "/docs",
    who: "anyone",
    name: "readDocs",
    group: "About this API",
    summary: "HTML documentation of this API",
    answer: "text/html",
    handle: (api) => answerDocs(routes, api),
  }),
];

type Accept = (db: Database, input: unknown, origin: SubmissionMetadata) => Promise<Accepted>;

/** Stores a form and returns its reference number. */
async function answerLead(accept: Accept, form: LeadFormDescription, api: ApiRequest): Promise<Response> {
  const { headers } = api.request;
  const referrer = headers.get("referer");
  const page = URL.parse(referrer ?? "");
  const isOurs = page?.origin === api.publicUrl.origin;
  const origin = {
    address: api.requestContext.address,
    userAgent: headers.get("user-agent"),
    sourcePath: isOurs ? page.pathname : null,
    referrer: isOurs ? null : referrer,
    idempotencyKey: headers.get("idempotency-key"),
    consentText: form.consent,
    now: api.clock.now(),
  };
  try {
    const { reference } = await accept(api.db, api.body, origin);
    return json({ reference }, 201);
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    api.requestContext.answerFromMemory(error);
    return answerUnavailable(form, api);
  }
}

/** Response while the database is unavailable and the form was not stored. */
function answerUnavailable(form: LeadFormDescription, { db }: ApiRequest): Response {
  const answer = problem(
    503,
    "Not saved",
    writeNotSaved(describeNotSaved(form, lastCachedSettings(db)?.company)),
  );
  answer.headers.set("retry-after", String(retryAfterSeconds));
  return answer;
}

/** Categories of a taxonomy in the order set by staff, with the number of public entries. */
async function answerCategories(taxonomy: Taxonomy, api: ApiRequest): Promise<Response> {
  return json(await presentAll(taxonomy, await listCategories(api.db, taxonomy), api));
}

/** One category, by id or slug. */
async function answerCategory(taxonomy: Taxonomy, api: ApiRequest): Promise<Response> {
  const { db, address } = api;
  const found = await findCategory(db, taxonomy, address);
  if (!found) return notFoundProblem();
  const { plural } = taxonomies.find(({ name }) => name === taxonomy) ?? taxonomies[0];
  if (address !== found.id && address !== found.slug)
    return redirectResponse(308, `/api/${plural}/${encodeURIComponent(found.slug)}`);
  const [body] = await presentAll(taxonomy, [found], api);
  return json(body);
}

async function presentAll(taxonomy: Taxonomy, categories: Category[], { db, requestContext }: ApiRequest) {
  const counts = new Map<string, number>();
  for (const { kind, field } of holdersOf(taxonomy)) {
    requestContext.cacheTags(cacheTags.categories(taxonomy), cacheTags.list(kind.name));
    for (const { key, count } of await countFacet(db, kind, field))
      counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return categories.map((category) => presentCategory(category, counts.get(slugKey(category.id)) ?? 0));
}
