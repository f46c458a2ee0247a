import { z } from "zod";
import type { AccountContext } from "#app/accounts/account-context.ts";
import type { Signed, Who } from "#app/accounts/accounts.ts";
import type { Scope, ServiceToken } from "#app/accounts/service-tokens.ts";
import type { Actor } from "#app/audit/audit.ts";
import type { Database } from "#app/database/database.ts";
import type { FileStore } from "#app/files/store/store.ts";
import type { RequestContext } from "#app/http/listener/request-context.ts";
import type { LeadFeed } from "#app/leads/lead-feed.ts";
import type { MailService } from "#app/mail/outbox/mail-service.ts";
import type { Clock } from "#app/platform/clock.ts";

/** What every answer can draw on. */
export interface ApiDependencies {
  db: Database;
  files: FileStore;
  clock: Clock;
  publicUrl: URL;
  accounts: AccountContext;
  mail: MailService;
  leadFeed: LeadFeed;
}

/** A request that has passed the route's own checks. */
export interface ApiRequest<Query = unknown> extends ApiDependencies {
  request: Request;
  requestContext: RequestContext;
  /** Who asks; null where anyone may, and where a program does. */
  signed: Signed | null;
  /** The program that asks by its service token. */
  token: ServiceToken | null;
  /** The part of the path that the route leaves open, decoded; empty when it leaves none. */
  address: string;
  /** All parts of the path that the route leaves open, decoded, by their names. */
  params: Readonly<Record<string, string>>;
  query: Query;
  /** A JSON object with no keys but the schema's; its values are for the schema to judge. */
  body: Record<string, unknown>;
}

/** One line of the table: all that is needed to route, to check and to describe. */
export interface Route<Query = unknown> {
  method: "get" | "post" | "patch" | "delete";
  /** Below /api; `:address` is an id or an address part. */
  path: `/${string}`;
  who: Who;
  /** What a service token must be good for to be taken here; without it none is. */
  scope?: Scope;
  /** Nobody who is signed in is taken, whoever they are: for protocols of programs. */
  isForTokensAlone?: true;
  /** Name of the operation in generated clients. */
  name: string;
  group: string;
  summary: string;
  /** Keys of the query by name; any other is refused. Without it, all are. */
  query?: z.ZodObject & z.ZodType<Query>;
  /** A JSON body with these keys and no others. */
  body?: z.ZodObject;
  /** Media type of a body that the handler reads itself, as many bytes as `bodyLimit` lets through: files, and JSON of a protocol of its own. */
  takes?: "multipart/form-data" | "text/csv" | "application/json";
  /** Schema of the JSON that comes back, the media type of what else does, or nothing at all. */
  answer: z.ZodType | `text/${string}` | `image/${string}` | "nothing";
  /** Of the answer when all is well: 201 to a POST unless it is said otherwise, else 200. */
  status?: 200 | 202 | 204 | 303;
  /** What is sent again with the same Idempotency-Key is kept once. */
  isOnce?: true;
  /** The sender says by If-Match which version was seen; another one that has come since is a conflict. */
  needsVersion?: true;
  handle(request: ApiRequest<Query>): Promise<Response> | Response;
}

/** Who acts, for the audit: the person or the program that asks, and the request it came by. */
export function actorOf({
  signed,
  token,
  requestContext,
}: Pick<ApiRequest, "signed" | "token" | "requestContext">): Actor {
  return { id: signed?.person.id ?? token?.id ?? "anyone", requestId: requestContext.id };
}

/** A route whose handler knows the type of its query; the table forgets that type again. */
export function defineRoute<Query>(route: Route<Query>): Route {
  // The router hands `handle` what `query` made, and nothing else.
  return route as Route;
}

/** The schemas that documents refer to by name. */
export const namedSchemas = z.registry<{ id: string }>();

export function namedSchema<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  namedSchemas.add(schema, { id });
  return schema;
}
