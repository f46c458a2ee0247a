import { markAttribute } from "#app/http/security/script-mark.ts";

const controller = "window.__reactRouterContext.streamController";

/** Hands what the loaders have read over to React Router in the browser, as its own streaming would. */
export function writeHydrationData(page: string, loaded: string): string {
  const end = page.lastIndexOf("</body>");
  const script = `<script${markAttribute}>${controller}.enqueue(${writeForScript(loaded)});${controller}.close();</script>`;
  return page.slice(0, end) + script + page.slice(end);
}

/** A text as JavaScript that no HTML parser mistakes for its own. */
function writeForScript(text: string): string {
  return JSON.stringify(text).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
