import { confirmBy } from "#app/domain/accounts/browser/confirmation.ts";
import banglaSheet from "#app/lib/ui/styles/bangla.css?inline";
import { guardHtml } from "#app/lib/ui/trusted-html.ts";
import { recordNavigation } from "#app/site/parts/previous-page.ts";
import { startDrafts } from "./drafts.ts";
import { onFirstPaint } from "./first-paint.ts";
import { startFrame } from "./frame.ts";
import { closeMenus, markPlace, watchMenus } from "./menus.ts";
import { startIslands } from "./mount.ts";
import { startNavigation } from "./navigation.ts";
import { watchOverlayEntries } from "./overlay-entry.ts";
import { startPageParts } from "./page-parts.ts";
import { currentPlace, onPlaceChange } from "./place.ts";
import { startPreview } from "./preview.ts";
import { watchConnection } from "./progress.ts";

/** Script of every public page: navigation, menus and islands. */
guardHtml();
// Vite's transform of components expects these, and React Router sets them only in its own documents.
if (import.meta.env.DEV)
  Object.assign(window, {
    $RefreshReg$() {},
    $RefreshSig$: () => (type: unknown) => type,
    __vite_plugin_react_preamble_installed__: true,
  });
watchOverlayEntries();
confirmBy(async (signal) => {
  const { askInDialog } = await import("#app/site/account/confirm/confirm-dialog.tsx");
  return askInDialog(signal);
});
startNavigation();
watchConnection();
watchMenus();
recordNavigation(location.pathname);
onPlaceChange(({ pathname }) => {
  recordNavigation(pathname);
  closeMenus();
  markPlace(pathname);
});
// The user may have signed in or out in another tab or on another page.
for (const event of ["pageshow", "visibilitychange"])
  addEventListener(event, () => markPlace(currentPlace().pathname));
startPageParts();
startFrame();
// Islands take over the fields with their text.
startDrafts();
startIslands();
// A preview always loads as a document, since no link leads to it.
const previewBar = document.querySelector<HTMLElement>("#main .preview-bar");
if (previewBar) startPreview(previewBar);
if (import.meta.env.PROD) onFirstPaint(addBanglaFonts);
// Tests and benchmarks wait for this mark.
performance.mark("interactive");

/** Declares the Bangla fonts for a page that was painted with the Latin ones; browsers load them where they are used. */
function addBanglaFonts(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(banglaSheet);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
