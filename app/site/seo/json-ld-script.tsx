import { useMemo } from "react";
import { trustHtml } from "#app/ui/trusted-html.ts";

/** Facts for search engines. No text of theirs can close the script or open another. */
export function JsonLd({ data }: { data: object | readonly object[] }) {
  const json = JSON.stringify(data).replace(/</g, "\\u003c");
  const inner = useMemo(() => ({ __html: trustHtml(json) }), [json]);
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without a single "<" can't leave its script
    <script type="application/ld+json" dangerouslySetInnerHTML={inner} suppressHydrationWarning />
  );
}
