import { sep } from "node:path";
import { type ESTree, type Plugin, parseAst } from "vite";

/**
 * React Router is a quarter of what a visitor's first page fetches, and holds parts that this site has no use for. The build
 * leaves them out for browsers: whole files, and functions of others. What is worked on with `npm run dev` has all of it.
 *
 * When an upgrade ends the build: look for the named part in the package's `dist/production`. Where it is called something else,
 * say so here; where it is gone, take its line out. A body that is replaced must answer as the new one does on this site.
 * `tests/structure/bundling.test.ts` says the same without a build, and what the site itself may not ask for.
 */

/** Path in React Router's package to what stands there for browsers instead. */
const files: Record<string, string> = {
  // `routeDiscovery` in react-router.config.ts: every browser has the whole list of pages.
  "lib/dom/ssr/fog-of-war.js": `
    export const isFogOfWarEnabled = () => false;
    export const getPatchRoutesOnNavigationFunction = () => undefined;
    export const useFogOFWarDiscovery = () => {};
    export const getPartialManifest = undefined, getManifestPath = undefined, URL_LIMIT = 0;
    export const getPathsWithAncestors = undefined, handleClientVersionMismatch = undefined;`,
  // Nobody gives the router or its routes `instrumentations`.
  "lib/router/instrumentation.js": `
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
    export const getRouteInstrumentationUpdates = undefined, instrumentClientSideRouter = undefined;
    export const instrumentHandler = undefined, instrumentationResultMetaContext = undefined;`,
  // There are no server components, so no error of theirs has a digest.
  "lib/errors.js": `
    export const decodeRedirectErrorDigest = () => undefined, decodeRouteErrorResponseDigest = () => undefined;`,
  // What is seen while nothing can be hydrated yet: every page comes drawn.
  "lib/dom/ssr/fallback.js": "export const RemixRootDefaultHydrateFallback = () => null;",
};

/** What is said where not even the error page of `root.tsx` could be drawn. */
const lastWords = `return React$1.createElement("html", { lang: "en" },
  React$1.createElement("head", null,
    React$1.createElement("meta", { name: "viewport", content: "width=device-width" }),
    React$1.createElement("title", null, "Something went wrong")),
  React$1.createElement("body", null, "This page could not be shown. Please load it again."));`;

/** Path to the functions and classes of which browsers get another body; without one, being called is an error. */
const bodies: Record<string, Record<string, string | null>> = {
  "lib/components.js": { AwaitErrorBoundary: null, MemoryRouter: null },
  "lib/hooks.js": {
    // Every error has a page above it: root.tsx has one.
    DefaultErrorComponent: "return null;",
    RSCErrorHandler: null,
  },
  "lib/dom/lib.js": { HistoryRouter: null },
  // The server writes what starts a page. No link says `prefetch`: what the dashboard answers is kept nowhere.
  "lib/dom/ssr/components.js": {
    PrefetchPageLinks: null,
    Scripts: null,
    usePrefetchBehavior: "return [false, React$1.useRef(null), {}];",
  },
  "lib/dom/ssr/errorBoundaries.js": { BoundaryShell: null, RemixRootDefaultErrorBoundary: lastWords },
  // Sheets are named by `links`, never imported.
  "lib/dom/ssr/links.js": { prefetchRouteCss: "" },
  "lib/dom/ssr/routes.js": {
    createClientRoutesWithHMRRevalidationOptOut: null,
    noActionDefinedError: "throw new ErrorResponseImpl(405, '', Error(), true);",
    wrapShouldRevalidateForHdr: null,
  },
  "lib/dom/ssr/single-fetch.js": { nonSsrStrategy: null },
  // As above: the whole list of pages is there, and nobody gives instrumentations.
  "lib/router/router.js": {
    _internalSetRoutes: null,
    checkFogOfWar: "return { active: false, matches: null };",
    discoverRoutes: null,
    getInstrumentationNavigateMeta: null,
    // Pages go by the status.
    getInternalRouterError: "return new ErrorResponseImpl(status || 500, '', Error(), true);",
    patchRoutes: null,
    patchRoutesImpl: null,
  },
};

/** Functions that only tell whoever works on the site what is wrong with it. */
const warnings = new Set(["warning", "warnOnce", "warningOnce"]);
/** Functions that throw with the words they are given last. Browsers throw these and others without words, as React does. */
const assertions = new Set(["invariant", "UNSAFE_invariant"]);

interface Cut {
  start: number;
  end: number;
  text: string;
}

/**
 * A module of React Router without what browsers have no use for.
 * @param path of the module in React Router's package, below dist/production
 */
export function leanModule(path: string, code: string): { code: string; left: string[] } {
  const named = bodies[path] ?? {};
  const left: string[] = [];
  const cuts: Cut[] = [];
  visit(parseAst(code));
  let lean = code;
  for (const { start, end, text } of cuts.toSorted((a, b) => b.start - a.start))
    lean = lean.slice(0, start) + text + lean.slice(end);
  return { code: lean, left };

  function visit(node: unknown): void {
    if (Array.isArray(node)) for (const one of node) visit(one);
    else if (isNode(node) && !cut(node)) for (const value of Object.values(node)) visit(value);
  }

  /** Whether the node is done with. */
  function cut(node: ESTree.Node): boolean {
    if (node.type === "FunctionDeclaration" && node.id && node.body) {
      const { name } = node.id;
      const body = named[name];
      if (body === undefined) return false;
      left.push(name);
      const strange =
        body && findNames(body).find((wanted) => !code.slice(node.start, node.end).includes(wanted));
      if (strange)
        throw new Error(`${path}: ${name} knows no ${strange} any more: see bundling/lean-router.ts.`);
      cuts.push({ ...placeOf(node.body), text: `{${body ?? leftOut(name)}}` });
      return true;
    }
    if (
      node.type === "VariableDeclarator" &&
      node.id.type === "Identifier" &&
      node.init?.type === "ClassExpression"
    ) {
      const { name } = node.id;
      if (named[name] === undefined) return false;
      left.push(name);
      cuts.push({ ...placeOf(node.init), text: `function () {${leftOut(name)}}` });
      return true;
    }
    if (node.type === "ExpressionStatement" && isCall(node.expression, warnings)) {
      cuts.push({ ...placeOf(node), text: ";" });
      return true;
    }
    if (isWorded(node)) {
      cuts.push({ ...placeOf(node), text: "Error()" });
      return true;
    }
    if (isCall(node, assertions) && node.arguments[0]) {
      cuts.push({ start: node.arguments[0].end, end: node.end, text: ")" });
      visit(node.arguments[0]);
      return true;
    }
    return false;
  }
}

function leftOut(name: string): string {
  return `throw Error("${name} is left out.")`;
}

/** What a body takes from around it. What stood there before must have taken it too, so that it is there. */
function findNames(body: string): string[] {
  const names: string[] = [];
  visit(parseAst(`function body() {${body}}`).body[0]);
  return names.filter((name) => name !== "body");

  function visit(node: unknown): void {
    if (Array.isArray(node)) for (const one of node) visit(one);
    if (!isNode(node)) return;
    if (node.type === "Identifier") names.push(node.name);
    else if (node.type === "MemberExpression" && !node.computed) visit(node.object);
    else if (node.type === "Property" && !node.computed) visit(node.value);
    else for (const value of Object.values(node)) visit(value);
  }
}

function isNode(value: unknown): value is ESTree.Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function isCall(node: ESTree.Node, names: ReadonlySet<string>): node is ESTree.CallExpression {
  return node.type === "CallExpression" && node.callee.type === "Identifier" && names.has(node.callee.name);
}

/** An error with words and nothing else. */
function isWorded(node: ESTree.Node): boolean {
  if (node.type !== "NewExpression" || node.callee.type !== "Identifier" || node.callee.name !== "Error")
    return false;
  const [words, ...more] = node.arguments;
  return more.length === 0 && (words?.type === "Literal" || words?.type === "TemplateLiteral");
}

function placeOf({ start, end }: ESTree.Node): { start: number; end: number } {
  return { start, end };
}

/**
 * Spares browsers 7 KB of React Router. What else of it asks for a name that a replaced file does not give ends the build, and
 * so does a file, function or class that is not where it was.
 */
export function leaveOutRouterParts(): Plugin {
  const found = new Set<string>();
  return {
    name: "leave-out-router-parts",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    load(id) {
      const path = pathInRouter(id);
      const instead = files[path];
      if (instead === undefined) return null;
      found.add(path);
      return { code: instead, moduleSideEffects: false };
    },
    transform(code, id) {
      const path = pathInRouter(id);
      if (path === "" || path in files) return null;
      const lean = leanModule(path, code);
      for (const name of lean.left) found.add(`${path}: ${name}`);
      return lean.code === code ? null : { code: lean.code, map: null };
    },
    generateBundle() {
      const gone = listParts().filter((part) => !found.has(part));
      if (gone.length > 0)
        this.error(`React Router has no ${gone.join(", ")} any more: see bundling/lean-router.ts.`);
    },
  };
}

/** All that is left out: files by path, functions and classes by path and name. */
export function listParts(): string[] {
  const parts = Object.entries(bodies).flatMap(([path, named]) =>
    Object.keys(named).map((name) => `${path}: ${name}`),
  );
  return [...Object.keys(files), ...parts];
}

/** Path of a module in React Router's package; empty when it is none of its. */
export function pathInRouter(id: string): string {
  return /[\\/]react-router[\\/]dist[\\/]production[\\/](.+)$/.exec(id)?.[1]?.replaceAll(sep, "/") ?? "";
}
