/**
 * What of a finished page is not as `composePage` makes it out of what React and React Router write today: each a sentence.
 * The build asks, so that an upgrade that writes otherwise is noticed there and not by visitors, for whom a page would only
 * come slower or stay without scripts.
 */
export function findUnexpected(page: string): string[] {
  const scripts = [...page.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)];
  const starts = scripts.filter(([, attributes = ""]) => /\btype="?module/.test(attributes));
  const start = starts[0]?.[2] ?? "";
  const others = scripts.flatMap(([, attributes = "", code = ""]) =>
    attributes.includes("module") ? [] : [code],
  );
  const data = others.findIndex((code) => code.includes("streamController = controller"));
  const handedOver = others.findIndex((code) =>
    code.startsWith("window.__reactRouterContext.streamController.enqueue("),
  );
  return [
    starts.length === 1 ||
      `There are ${starts.length} scripts of type module instead of the one that starts React Router.`,
    start.includes("\nawait new Promise(") || "The start of the scripts does not wait for the first frame.",
    !/(^|[;\n])\s*import\s*[\w{*"']/.test(start) ||
      "A static import is left, which is fetched before the first frame.",
    !/<link[^>]*modulepreload/.test(page) || "A link to preload a script is left in the head.",
    /^for\(const file of \["[^"]+\/site-[^"]+"\]\)/m.test(
      start.replace(/"[^"]+\/rolldown-runtime-[^"]+",/g, ""),
    ) || "React, the router and the site do not come in one file that is evaluated by itself.",
    /^const \[\w+(,\w+)+\]=await Promise\.all\(\[import\(/m.test(start) ||
      "The modules of the page are not imported together.",
    /window\.__reactRouterRouteModules = \{"root":route0,.*\};\s+import\("[^"]+\/manifest-[^"]+-site\.js"\);$/.test(
      start,
    ) ||
      "React Router does not start as it did: with its route modules, then its list of pages and its entry.",
    (data !== -1 && data < handedOver) ||
      "What the loaders have read is not handed over through the stream's controller.",
    (/<style[^>]*>@layer/.test(page) && !/<link (?!disabled)[^>]*stylesheet/.test(page)) ||
      "The style sheets are not put into their place.",
  ].filter((said) => said !== true);
}
