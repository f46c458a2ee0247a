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
    start.startsWith("await new Promise(") || "The start of the scripts does not wait for the first frame.",
    !/(^|[;\n])\s*import\s*[\w{*"']/.test(start) ||
      "A static import is left, which is fetched before the first frame.",
    !/<link[^>]*modulepreload/.test(page) || "A link to preload a script is left in the head.",
    /^const \[(,\w+){2,}\]=await Promise\.all\(\[import\("[^"]+\/manifest-[^"]+-site\.js"\)/m.test(start) ||
      "The list of pages and the modules of the page are not imported together.",
    /window\.__reactRouterRouteModules = \{"root":route0,.*\};\s+import\("[^"]+"\);$/.test(start) ||
      "React Router does not start as it did: with its route modules, then its entry.",
    (data !== -1 && data < handedOver) ||
      "What the loaders have read is not handed over through the stream's controller.",
    !/<style[^>]*><\/style>/.test(page) || "The style sheet is not put into its place.",
  ].filter((said) => said !== true);
}
