import {
  createContext,
  data,
  type LoaderFunctionArgs,
  type RouterContextProvider,
  redirect,
  redirectDocument,
  type ServerBuild,
} from "react-router";
import { includesRole, isWho, type Signed, type Who } from "#app/domain/accounts/accounts.ts";
import { identify, noteRefused } from "#app/domain/accounts/sessions/identify.ts";
import { isReading } from "#app/platform/http/listener/incoming.ts";
import { isFromOtherSite, isSameOrigin } from "#app/platform/http/security/same-origin.ts";
import { ownAddress, signedOutProblem, signInPath } from "./page-addresses.ts";
import { pageContext } from "./page-context.ts";

export interface Access {
  who: Who;
  /** Role that may send forms, when higher than the role that may read. */
  whoActs?: Who;
  /** Without it, only pages of this site may send forms. */
  formsFrom?: "anywhere";
}

/**
 * Guards every loader and action of the build, for documents, data and any method; React Router's `middleware` would
 * also discard the layout when it throws. Throws when a route lacks access rules, when rules name an unknown route,
 * and when a restricted page has no loader.
 */
export function guardRoutes(build: ServerBuild, access: ReadonlyMap<string, Access>): ServerBuild {
  for (const id of access.keys())
    if (!Object.hasOwn(build.routes, id))
      throw new TypeError(`app/routes.ts has an access rule for the unknown route ${id}`);
  const parents = new Set(Object.values(build.routes).map((route) => route?.parentId));
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const rules = access.get(id);
    if (!rules || !isWho(rules.who)) throw new TypeError(`app/routes.ts has no access rule for ${id}`);
    if (!route) return [id, route];
    const isPage = route.module.default !== undefined && !parents.has(id);
    if (rules.who !== "anyone" && isPage && !route.module.loader)
      throw new TypeError(`the restricted route ${id} needs a loader, which the guard wraps`);
    return [id, { ...route, module: guardModule(route.module, rules) }];
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

type Handlers = Pick<NonNullable<ServerBuild["routes"][string]>["module"], "loader" | "action"> & {
  /** Component of the page; a file route has none. */
  default?: unknown;
};

/** Restricts the loader and action to the route's roles, and the action to forms of this site. */
export function guardModule<Module extends Handlers>(
  module: Module,
  { who, whoActs = who, formsFrom }: Access,
): Module {
  const { loader, action } = module;
  const isPage = module.default !== undefined;
  const act = action && formsFrom !== "anywhere" ? refuseForeignForm(action, isPage) : action;
  return {
    ...module,
    ...(loader && { loader: guard(who, loader, isPage) }),
    ...(act && { action: guard(whoActs, act, isPage) }),
  };
}

type Handler = (args: LoaderFunctionArgs) => unknown;

function guard(who: Who, handler: Handler, isPage: boolean): Handler {
  if (who === "anyone") return handler;
  return async (args) => {
    args.context.set(signedContext, await authorize(who, args, isPage));
    if (!isPage) refuseForeignDownload(args.request);
    return handler(args);
  };
}

/** Rejects forms of other sites without reading them, so their input is never shown as the visitor's own. */
function refuseForeignForm(action: Handler, isPage: boolean): Handler {
  return (args) => {
    const { publicUrl } = args.context.get(pageContext);
    if (isSameOrigin(args.request, publicUrl)) return action(args);
    const message = "Your browser did not confirm that this form is from our site. Please send it again.";
    const refusal = { code: "forbidden", message, fields: {}, detail: null };
    const headers = { "cache-control": "no-store" };
    // Dashboard screens, public pages and scripts read the message from different fields.
    return isPage
      ? data({ refusal, title: message, errors: {}, typed: {}, isConsentTicked: false }, 403)
      : Response.json({ refusal, error: message, detail: message }, { status: 403, headers });
  };
}

const signedContext = createContext<Signed>();

/** The signed-in user, on a route that requires one. */
export function signedOf(context: Readonly<RouterContextProvider>): Signed {
  return context.get(signedContext);
}

type GuardedArgs = Pick<LoaderFunctionArgs, "context" | "request">;

/** Throws a redirect to sign-in, or 403 when the role does not allow access. */
async function authorize(who: Who, { context, request }: GuardedArgs, isPage: boolean): Promise<Signed> {
  const { accounts, requestContext } = context.get(pageContext);
  const signed = await identify(accounts, { request, requestContext });
  if (!signed) throw redirectToSignIn(who, request, isPage);
  if (!includesRole(who, signed.person.role)) {
    await noteRefused(accounts, { request, requestContext }, signed.person.id);
    throw data(null, { status: 403, headers: { "cache-control": "no-store" } });
  }
  if (who !== "signed-in" && signed.needsTwoFactor)
    throw redirectDocument("/myprofile?problem=second-step-missing");
  return signed;
}

function redirectToSignIn(who: Who, request: Request, isPage: boolean): Response {
  const address = ownAddress(request);
  const isRead = isReading(request.method);
  // With scripts, the page with the form stays open and shows the problem.
  if (who === "signed-in" && !isRead) return redirect(signInPath(address, signedOutProblem), 303);
  // After sign-in, only a GET can be repeated.
  const [path = "/"] = address.split("?", 1);
  const next = !isRead ? path : isPage ? address : screenOf(path);
  return redirectDocument(signInPath(next), { headers: { "cache-control": "no-store" } });
}

/** Redirects a download that another site links to: the visitor gets the screen that offers the file. */
function refuseForeignDownload(request: Request): void {
  if (!isReading(request.method) || !isFromOtherSite(request)) return;
  const [path = "/"] = ownAddress(request).split("?", 1);
  const screen = screenOf(path);
  // `/dashboard` itself has no parent screen and only redirects.
  if (screen === path) return;
  throw redirectDocument(screen, { status: 303, headers: { "cache-control": "no-store" } });
}

/** Path of the screen that offers a file: after sign-in, a download would leave the sign-in page open. */
function screenOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || path;
}
