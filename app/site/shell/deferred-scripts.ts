import { markAttribute } from "#app/http/security/script-mark.ts";
import type { ChunkAlias } from "./chunk-aliases.ts";

/**
 * Lets a page be seen before its scripts are fetched: on a slow line they would take their share from the style and the
 * letters, and the page reads and works without them. What React Router wrote to start with stays, only later. Scripts
 * that only point to others are not fetched.
 */
export function deferScripts(page: string, findSignpost: (address: string) => ChunkAlias | null): string {
  const opening = Math.max(...startTags.map((tag) => page.lastIndexOf(tag)));
  if (opening === -1) return page;
  const [from, to] = [page.indexOf(">", opening) + 1, page.indexOf("</script>", opening)];
  const headEnd = page.indexOf("</head>");
  const head = page.slice(0, headEnd);
  const preloads = [...head.matchAll(preload)].map(([, href = ""]) => findSignpost(href)?.to ?? href);
  const begin = writeStart(page.slice(from, to), [...new Set(preloads)], findSignpost);
  return head.replace(preload, "") + page.slice(headEnd, from) + begin + page.slice(to);
}

/** As React Router writes what it starts with: marked as ours, or not. */
const startTags = [`<script${markAttribute} type="module"`, '<script type="module"'];

const preload = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const staticImport = /^import (?:\* as (\w+) from )?("[^"]+");\n?/gm;

/** In a tab that is not looked at nothing is painted; there a second is waited. */
const longestWait = 1000;

function writeStart(
  code: string,
  preloads: readonly string[],
  findSignpost: (address: string) => ChunkAlias | null,
): string {
  const imports = [...code.matchAll(staticImport)];
  const names = imports.map(([, name = ""]) => name).join();
  const modules = imports.map(([, , path = ""]) => writeImport(path, findSignpost)).join();
  return [
    `await new Promise((go)=>{requestAnimationFrame(()=>setTimeout(go));setTimeout(go,${longestWait})});`,
    `for(const href of ${JSON.stringify(preloads)})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));`,
    `const [${names}]=await Promise.all([${modules}]);`,
    code.replace(staticImport, "").trim(),
  ].join("\n");
}

/** @param quoted the address as React Router wrote it, in double quotes */
function writeImport(quoted: string, findSignpost: (address: string) => ChunkAlias | null): string {
  const signpost = findSignpost(quoted.slice(1, -1));
  if (!signpost) return `import(${quoted})`;
  const names = Object.entries(signpost.names).map(([here, there]) => `${here}:m.${there}`);
  return `import("${signpost.to}").then((m)=>({${names.join()}}))`;
}
