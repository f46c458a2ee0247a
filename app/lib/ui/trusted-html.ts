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
// `platform/http/security/security-headers.ts` lists the allowed policies.
const policy = factory?.createPolicy("frontdesk", { createHTML: (html) => html });

/**
 * Marks HTML as safe for browsers that enforce Trusted Types. Only for constants and HTML that our server generated
 * from checked documents, never for user input.
 * @returns value for React's `__html`; the text itself without Trusted Types, such as on the server
 */
export function trustHtml(html: string): string {
  // React passes the value on unchanged, but its types allow only text.
  return policy ? (policy.createHTML(html) as unknown as string) : html;
}

/**
 * Removes and reports HTML that did not pass through `trustHtml`. Without this, the browser would throw during
 * rendering and leave no page.
 */
export function guardHtml(): void {
  factory?.createPolicy("default", {
    createHTML(html, ...sink) {
      // Only the browser passes the sink; libraries have their own policies.
      if (sink.length === 0) throw new TypeError("The default policy is for the browser only");
      if (html === emptyScript || html === "") return html;
      // biome-ignore lint/suspicious/noConsole: developers must see it
      console.error(`Removed untrusted HTML: ${html.slice(0, 80)}`);
      return "";
    },
  });
}
