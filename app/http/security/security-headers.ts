import type { HeaderList } from "../cache/variant.ts";
import { closedPolicy, htmlPolicy, lookedAtPolicy, markAttribute } from "./content-security.ts";

export interface SecurityHeaders {
  /** Adds what every answer carries. What the answer says of itself stays; of HTML, only the one policy that lets nothing run. */
  addTo(headers: Headers, answer: { path: string; html: string | null }): void;
  /** For answers made without the application, as names and values. */
  readonly plain: HeaderList;
  /** The same for a file of the build. */
  forFile(contentType: string): HeaderList;
}

const permissions = ["camera", "geolocation", "microphone", "payment", "usb", "browsing-topics"]
  .map((name) => `${name}=()`)
  .join(", ");

/** Two years, as the browsers' preload lists ask at least one. */
const transport = "max-age=63072000; includeSubDomains";

export function createSecurityHeaders(options: { publicUrl: URL; isDevelopment: boolean }): SecurityHeaders {
  const isHttps = options.publicUrl.protocol === "https:";
  const { isDevelopment } = options;
  // Vite puts scripts of its own into the page.
  const policy = {
    isHttps,
    isDevelopment,
    mark: isDevelopment ? null : markAttribute.trim(),
  };
  const common: [string, string][] = [
    ["x-content-type-options", "nosniff"],
    ["referrer-policy", "strict-origin-when-cross-origin"],
    ["permissions-policy", permissions],
    ["cross-origin-opener-policy", "same-origin-allow-popups"],
    ["x-frame-options", "DENY"],
    ...(isHttps ? ([["strict-transport-security", transport]] as [string, string][]) : []),
  ];
  const plain: HeaderList = [
    ...common,
    ["content-security-policy", closedPolicy],
    ["cross-origin-resource-policy", "same-origin"],
  ];
  return {
    addTo(headers, { path, html }) {
      for (const [name, value] of common) if (!headers.has(name)) headers.set(name, value);
      // Only what says so of itself may be framed, and only by us.
      const isFramed = headers.get("x-frame-options") === "SAMEORIGIN";
      const isLookedAt = headers.get("content-security-policy") === lookedAtPolicy;
      if (html !== null && !isLookedAt)
        headers.set("content-security-policy", htmlPolicy(html, { ...policy, isFramed }));
      else if (!headers.has("content-security-policy")) headers.set("content-security-policy", closedPolicy);
      if (!headers.has("cross-origin-resource-policy"))
        headers.set("cross-origin-resource-policy", resourcePolicy(path));
      headers.delete("x-powered-by");
      headers.delete("server");
    },
    plain,
    forFile: (contentType) =>
      partOfPage.test(contentType) ? plain.filter(([name]) => !forDocuments.has(name)) : plain,
  };
}

/** What browsers obey in a document alone. Each would be sent with every script: a first visit asks for half a dozen. */
const forDocuments = new Set(["permissions-policy", "cross-origin-opener-policy", "x-frame-options"]);

/** Types that no browser makes a document of, but for showing their text under the closed policy. */
const partOfPage = /^(text\/(javascript|css)|font\/)/;

/** Pictures are shown by other sites too: in previews of links, feeds and mail. */
function resourcePolicy(path: string): string {
  return /^\/(files|share)\//.test(path) ? "cross-origin" : "same-origin";
}
