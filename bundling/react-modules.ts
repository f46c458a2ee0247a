import { createRequire } from "node:module";
import { minifySync, type Plugin } from "vite";

/**
 * React comes as CommonJS. Whoever imports it so asks a helper of the bundler's for every name, and calls it by a detour; and
 * the helper is a file of its own, which every first page would fetch. For what visitors are sent, React's packages are made
 * modules that name what they export.
 */
const packages = ["react", "react/jsx-runtime", "react-dom"];
const prefix = "\0as-module:";

/** Chunks that hold CommonJS and that every page fetches: the helper comes with them. */
const withHelper = new Set(["site", "entry.client"]);

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
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
      const helper = chunks.find(({ name }) => name === "rolldown-runtime");
      if (!helper)
        this.error("The bundler writes no rolldown-runtime any more: see bundling/react-modules.ts.");
      for (const chunk of chunks) {
        if (!withHelper.has(chunk.name)) continue;
        chunk.code = inlineHelper(chunk.code, helper);
        chunk.imports = chunk.imports.filter((file) => file !== helper.fileName);
      }
    },
  };
}

/** Whether this is a module of React that visitors are sent. */
export function isReactModule(id: string): boolean {
  return id.startsWith(prefix);
}

/** The back office, and libraries that only it has, take React as it is: some ask for what it may not have. */
function isSentToVisitors(importer = ""): boolean {
  return /[\\/](app|react-router)[\\/]/.test(importer);
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
 * Puts the bundler's helper in the place where a chunk imports it.
 * @param helper a chunk that imports nothing
 */
export function inlineHelper(code: string, helper: { fileName: string; code: string }): string {
  const [statement = "", before = "", list = "", file = ""] = imported.exec(code) ?? [];
  if (!helper.fileName.endsWith(`/${file}`) || file === "") return code;
  const [, exported = ""] = given.exec(helper.code) ?? [];
  const inside = new Map(readNames(exported).map(([there, here]) => [here, there]));
  const names = readNames(list);
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
