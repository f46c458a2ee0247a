/**
 * The part of Trusted Types (https://www.w3.org/TR/trusted-types/) that this module uses; older versions of Firefox
 * and Safari lack it.
 */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML(text: string, ...by: unknown[]): string },
  ): { createHTML(text: string): object };
}

/** React assigns this to `innerHTML` to create a `<script>` for data, before it writes the data into it. */
const emptyScript = "<script></script>";

const factory: TrustedTypes | undefined = Reflect.get(globalThis, "trustedTypes");
// `platform/http/security/security-headers.ts` names the policies that may be made.
const policy = factory?.createPolicy("frontdesk", { createHTML: (html) => html });

/**
 * Lets a browser that enforces Trusted Types write this HTML into the page. For what this site's server has made of
 * checked documents, and for constants; never for what a person typed.
 *
 * @returns what React's `__html` takes: the text itself where there is nothing to enforce, such as on the server
 */
export function trustHtml(html: string): string {
  // React hands the value on as it is, but its types know only text.
  return policy ? (policy.createHTML(html) as unknown as string) : html;
}

/**
 * Leaves out, and reports, HTML that reaches the page without having gone through `trustHtml`. Left to itself the browser
 * would throw in the middle of drawing a page, and leave none.
 */
export function guardHtml(): void {
  factory?.createPolicy("default", {
    createHTML(html, ...sink) {
      // Only the browser passes the sink; libraries have policies of their own.
      if (sink.length === 0) throw new TypeError("Only for what the browser asks");
      if (html === emptyScript || html === "") return html;
      // biome-ignore lint/suspicious/noConsole: whoever works on the site must learn of it
      console.error(`HTML without trust was left out: ${html.slice(0, 80)}`);
      return "";
    },
  });
}
