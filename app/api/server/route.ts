import { z } from "zod";
import type { Signed, Who } from "#app/domain/accounts/accounts.ts";
import type { Scope, ServiceToken } from "#app/domain/accounts/service-tokens.ts";
import type { Actor } from "#app/domain/audit/audit.ts";
import type { SiteServices } from "#app/domain/routing/site-services.ts";
import type { RequestContext } from "#app/platform/http/listener/request-context.ts";

/** Services that handlers of the API use. */
export type ApiServices = Pick<
  SiteServices,
  "db" | "files" | "clock" | "publicUrl" | "accounts" | "mail" | "leadFeed"
>;

/** Request that passed the route's checks. */
export interface ApiRequest<Query = unknown> extends ApiServices {
  request: Request;
  requestContext: RequestContext;
  /** Signed-in caller; null for public routes and for programs. */
  signed: Signed | null;
  /** Program authenticated by a service token. */
  token: ServiceToken | null;
  /** Decoded `:address` parameter; empty without one. */
  address: string;
  /** Decoded path parameters by name. */
  params: Readonly<Record<string, string>>;
  query: Query;
  /** JSON object with known keys only; the schema validates its values. */
  body: Record<string, unknown>;
}

/** Route of the API, with everything needed for routing, checks and documentation. */
export interface Route<Query = unknown> {
  method: "get" | "post" | "patch" | "delete";
  /** Below /api; `:address` is an id or a slug. */
  path: `/${string}`;
  who: Who;
  /** Scope required of service tokens; without it, tokens are rejected. */
  scope?: Scope;
  /** Accepts service tokens only, for protocols between programs. */
  isForTokensAlone?: true;
  /** Name of the operation in generated clients. */
  name: string;
  group: string;
  summary: string;
  /** Query keys by name; others are rejected. Without it, all are. */
  query?: z.ZodObject & z.ZodType<Query>;
  /** JSON body with these keys and no others. */
  body?: z.ZodObject;
  /** Media type of a body that the handler reads itself, up to the bytes in `bodyLimit`. */
  takes?: "multipart/form-data" | "text/csv" | "application/json";
  /** Schema of a JSON response, another media type, or no body. */
  answer: z.ZodType | `text/${string}` | `image/${string}` | "nothing";
  /** Status of success; the default is 201 for POST, otherwise 200. */
  status?: 200 | 202 | 204 | 303;
  /** Whether repeated requests with one Idempotency-Key store one record. */
  isOnce?: true;
  /** Whether If-Match must name the newest version; others are a conflict. */
  needsVersion?: true;
  handle(request: ApiRequest<Query>): Promise<Response> | Response;
}

/** Actor for the audit log: the person or program, and the request. */
export function actorOf({
  signed,
  token,
  requestContext,
}: Pick<ApiRequest, "signed" | "token" | "requestContext">): Actor {
  return { id: signed?.person.id ?? token?.id ?? "anyone", requestId: requestContext.id };
}

/** Route with a typed query; the table erases that type. */
export function defineRoute<Query>(route: Route<Query>): Route {
  // The router passes only parsed queries to `handle`.
  return route as Route;
}

/** Schemas that are referenced by name. */
export const namedSchemas = z.registry<{ id: string }>();

export function namedSchema<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  namedSchemas.add(schema, { id });
  return schema;
}
