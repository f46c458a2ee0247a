/**
 * Lets a page be seen before its scripts are fetched: on a slow line they would take their share from the style and the
 * letters, and the page reads and works without them. What React Router wrote to start with stays, only later.
 */
export function paintFirst(page: string): string {
  const start = moduleScript.exec(page);
  if (!start) return page;
  const [whole, open, code = ""] = start;
  const preloads = [...page.matchAll(preload)].map(([, href]) => href);
  return page.replace(whole, () => `${open}${writeStart(code, preloads)}</script>`).replace(preload, "");
}

const moduleScript = /(<script type="module"[^>]*>)(import [^<]*)<\/script>/;
const preload = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const staticImport = /^import (?:\* as (\w+) from )?("[^"]+");\n?/gm;

/** In a tab that is not looked at nothing is painted; there a second is waited. */
const longestWait = 1000;

function writeStart(code: string, preloads: readonly unknown[]): string {
  const imports = [...code.matchAll(staticImport)];
  const names = imports.map(([, name = ""]) => name).join();
  const modules = imports.map(([, , path]) => `import(${path})`).join();
  return [
    `await new Promise((go)=>{requestAnimationFrame(()=>setTimeout(go));setTimeout(go,${longestWait})});`,
    `for(const href of ${JSON.stringify(preloads)})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));`,
    `const [${names}]=await Promise.all([${modules}]);`,
    code.replace(staticImport, "").trim(),
  ].join("\n");
}
