import { use, useState } from "react";
import address from "#app/site/styles/site.css?url";
import { keepDrawing, LoomContext } from "../parts/pictures/loom.ts";

/** The style within the page itself: on a slow line one more request costs more than its bytes. Linked while it is worked on. */
export function StyleSheet() {
  const loom = use(LoomContext);
  const [text] = useState(() => (loom?.hasSheet ? { __html: "" } : keepStyle()));
  if (!text) return <link rel="stylesheet" href={address} />;
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet
    <style nonce={loom?.mark} dangerouslySetInnerHTML={text} suppressHydrationWarning />
  );
}

function keepStyle() {
  return import.meta.env.PROD ? keepDrawing() : null;
}
