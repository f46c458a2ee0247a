import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { JsonLd } from "./json-ld-script.tsx";

test("O2 a title that closes a script stays inside it, and stays itself", () => {
  const name = "</script><!-- <script> \u2028 ]]> &amp;";
  const html = renderToStaticMarkup(<JsonLd data={{ "@type": "Service", name }} />);
  const inner = /^<script type="application\/ld\+json">(.*)<\/script>$/s.exec(html)?.[1] ?? "";
  expect(inner).not.toContain("<");
  expect(JSON.parse(inner)).toEqual({ "@type": "Service", name });
});
