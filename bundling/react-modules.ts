import { createRequire } from "node:module";
import { join, posix, sep } from "node:path";
import { minifySync, type Plugin } from "vite";

/**
 * React comes as CommonJS. Whoever imports it so asks a helper of the bundler's for every name, and calls it by a detour; and
 * the helper is a file of its own, which every first page would fetch. For what visitors are sent, React's packages are made
 * modules that name what they export.
 */
const packages = ["react", "react/jsx-runtime", "react-dom"];
const prefix = "\0as-module:";

/** Chunks that visitors are sent and that ask for the helper: it comes with them. */
const withHelper = ["site", "entry.client", "live-menus", "sign-in"];

export function reactModules(): Plugin {
  return {
    name: "react-modules",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    resolveId(source, importer, { kind }) {
      if (kind !== "import-statement" || !packages.includes(source) || !isSentToVisitors(importer))
        return null;
      return { id: prefix + source, moduleSideEffects: false };
    },
    load(id) {
      return id.startsWith(prefix) ? writeModule(id.slice(prefix.length)) : null;
    },
    // What generateBundle puts into a file is not in the hash of its name, under which browsers keep it.
    augmentChunkHash: ({ name }) => (withHelper.includes(name) ? "with helper" : undefined),
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
      const helper = chunks.find(({ name }) => name === "rolldown-runtime");
      if (!helper)
        this.error("The bundler writes no rolldown-runtime any more: see bundling/react-modules.ts.");
      for (const name of withHelper) {
        const chunk = chunks.find((chunk) => chunk.name === name);
        if (!chunk) this.error(`No chunk is called ${name} any more: see bundling/react-modules.ts.`);
        chunk.code = inlineHelper(chunk.code, helper);
        chunk.imports = chunk.imports.filter((file) => file !== helper.fileName);
      }
      const left = chunks.filter(
        ({ imports, moduleIds }) => imports.includes(helper.fileName) && moduleIds.some(isOfSite),
      );
      if (left.length > 0)
        this.error(
          `Visitors would fetch ${helper.fileName} for ${left.map(({ name }) => name).join(", ")}: see \`withHelper\` in bundling/react-modules.ts.`,
        );
    },
  };
}

/** Whether this is a module of React that visitors are sent. */
export function isReactModule(id: string): boolean {
  return id.startsWith(prefix);
}

const own = join(import.meta.dirname, "../app", sep);

function isOfSite(id: string): boolean {
  return join(id).startsWith(join(own, "site", sep));
}

/** Libraries that only the back office has take React as it is: some ask for what it may not have. */
export function isSentToVisitors(importer = ""): boolean {
  return join(importer).startsWith(own) || /[\\/]node_modules[\\/]react-router[\\/]/.test(importer);
}

/** A package of React's as a module with the names it exports. */
function writeModule(name: string): string {
  const exported: object = createRequire(import.meta.url)(name);
  const names = Object.keys(exported).filter((key) => /^[A-Za-z]\w*$/.test(key));
  return [
    `import whole from ${JSON.stringify(name)};`,
    "export default whole;",
    ...names.map((key) => `export const ${key} = whole.${key};`),
  ].join("\n");
}

const imported = /^((?:const __vite__mapDeps=.*\n)?)import\{([\w$, ]+)\}from"\.\/([\w.-]+)";/;
const given = /export\{([\w$, ]+)\};?\s*$/;

/**
 * Puts the bundler's helper in the place where a chunk imports it. Throws where that is written in another way than this knows.
 * @param helper a chunk that imports nothing
 */
export function inlineHelper(code: string, helper: { fileName: string; code: string }): string {
  const wanted = posix.basename(helper.fileName);
  if (!code.includes(`./${wanted}`)) return code;
  const [statement = "", before = "", list = "", file = ""] = imported.exec(code) ?? [];
  const [, exported = ""] = given.exec(helper.code) ?? [];
  const inside = new Map(readNames(exported).map(([there, here]) => [here, there]));
  const names = readNames(list);
  if (file !== wanted || !names.every(([there]) => inside.has(there)))
    throw new Error(`${wanted} is imported in another way now: see bundling/react-modules.ts.`);
  const here = names.map(([, name]) => name).join();
  const values = names.map(([there]) => inside.get(there)).join();
  const body = `${helper.code.replace(given, "")}return[${values}]`;
  // What of the helper is not asked for goes with it.
  const lean = minifySync("helper.js", `export const[${here}]=(()=>{${body}})();`, { module: true }).code;
  return `${before}${lean.replace(/^export /, "")}${code.slice(statement.length)}`;
}

/** "a as b, c" as pairs of the name there and the name here. */
function readNames(list: string): [string, string][] {
  return list.split(",").map((part) => {
    const [there = "", here = there] = part.trim().split(" as ");
    return [there, here];
  });
}
