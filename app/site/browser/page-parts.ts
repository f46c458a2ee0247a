import { needFreshSession } from "#app/domain/accounts/browser/confirmation.ts";
import { forgetPrivate } from "#app/domain/accounts/browser/private-storage.ts";
import { opensElsewhere } from "#app/lib/ui/opens-elsewhere.ts";
import { hasSignedInHint } from "#app/site/account/browser/signed-in-hint.ts";
import { forgetDraft, readFormDraft } from "#app/site/forms/form-draft.ts";
import { playVideo } from "#app/site/parts/video.ts";
import { fetchPatiently } from "#app/site/shell/connection.ts";
import { decodeHash, onPlaceChange } from "./place.ts";

/**
 * Enhances page content: opens pictures in the viewer, plays videos, copies texts and follows the table of contents.
 */
export function startPageParts(): void {
  document.addEventListener("click", onClick);
  for (const sign of ["pointerover", "focusin"] as const)
    document.addEventListener(sign, ({ target }) => {
      if (pictureLink(target)) void loadViewer().catch(() => {});
    });
  finishSent()?.focus();
  finishPage();
  onPlaceChange(() => {
    finishSent();
    finishPage();
    wanted = null;
    void viewer?.then(({ closeViewer }) => closeViewer());
  });
}

/** Prepares a page that was just shown. */
function finishPage(): void {
  followContents();
  for (const button of document.querySelectorAll<HTMLElement>("#main [data-copy]"))
    button.hidden = navigator.clipboard === undefined;
  const zone = document.querySelector<HTMLInputElement>("#main [data-time-zone]");
  if (zone) zone.value = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (document.querySelector("#main [data-signed-out]")) finishSignOut();
}

/** Clears private data after a sign-out and notifies other tabs. */
function finishSignOut(): void {
  // Not left to the script below, which may fail to load.
  if (!hasSignedInHint()) forgetPrivate();
  import("#app/site/account/browser/browser-login.tsx").then(
    ({ followSignOut }) => followSignOut(),
    () => {},
  );
}

function onClick(event: MouseEvent): void {
  if (event.defaultPrevented || opensElsewhere(event) || !(event.target instanceof Element)) return;
  const copy = event.target.closest<HTMLElement>("[data-copy]");
  if (copy) return void copyText(copy);
  const link = event.target.closest("a");
  if (link && (focusField(link) || openFresh(link) || startVideo(link))) event.preventDefault();
  const picture = pictureLink(event.target);
  if (!picture) return;
  event.preventDefault();
  void openViewer(picture);
}

/** Focuses the field of an error link, without changing the address. */
function focusField(link: HTMLAnchorElement): boolean {
  const field = link.closest(".summary") && link.hash ? document.getElementById(decodeHash(link.hash)) : null;
  field?.focus();
  return field !== null;
}

/** Opens a link that needs a fresh session, after a reauthentication in a dialog. */
function openFresh(link: HTMLAnchorElement): boolean {
  if (link.dataset.fresh === undefined) return false;
  void needFreshSession().then((isFresh) => {
    if (isFresh) location.assign(link.href);
  });
  return true;
}

/** Returns the link around a picture that opens in the viewer. */
function pictureLink(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest("a[data-pictures], .gallery a") : null;
}

let viewer: Promise<typeof import("../parts/pictures/viewer.tsx")> | undefined;

/** Loads the viewer once; retries after a failure. */
function loadViewer(): NonNullable<typeof viewer> {
  viewer ??= import("../parts/pictures/viewer.tsx").catch((error: unknown) => {
    viewer = undefined;
    throw error;
  });
  return viewer;
}

/** The last picture that was pressed; an earlier one that loads later is not shown. */
let wanted: HTMLAnchorElement | null = null;

async function openViewer(link: HTMLAnchorElement): Promise<void> {
  wanted = link;
  try {
    // While offline, waits until the viewer can load.
    const loaded = await loadViewer().catch(async () => {
      await fetchPatiently(fetch, link.href, { method: "HEAD" });
      return loadViewer();
    });
    if (wanted === link) loaded.openViewer(link);
  } catch {
    if (wanted === link && link.isConnected) location.assign(link.href);
  }
}

function startVideo(link: HTMLAnchorElement): boolean {
  const box = link.closest<HTMLElement>("[data-video]");
  if (!box) return false;
  const name = box.dataset.name ?? box.querySelector("figcaption")?.textContent ?? "";
  return playVideo(box, { address: box.dataset.video ?? "", name });
}

async function copyText(button: HTMLElement): Promise<void> {
  const { dataset, parentElement } = button;
  const isDone = await navigator.clipboard.writeText(dataset.copy ?? "").then(
    () => true,
    () => false,
  );
  const [label, done] = button.querySelectorAll("span");
  if (label && done) [label.hidden, done.hidden] = [isDone, !isDone];
  const line = parentElement?.querySelector<HTMLElement>(".feedback");
  if (line) line.textContent = (isDone ? line.dataset.copied : line.dataset.failed) ?? "";
}

/** Deletes the draft of the form that the page confirms. */
function finishSent(): HTMLElement | null {
  const sent = document.querySelector<HTMLElement>("#main [data-sent]");
  if (!sent) return null;
  const name = sent.dataset.sent ?? "";
  // Text of another message, typed since, has no key.
  if (readFormDraft(name)?.key) forgetDraft(name);
  return sent;
}

/** Pixels above the viewport in which passed headings are still observed. */
const farAbove = 1_000_000;

let contents: IntersectionObserver | undefined;

/** Marks in the table of contents the last heading above the upper third of the screen. */
function followContents(): void {
  contents?.disconnect();
  const links = [...document.querySelectorAll<HTMLAnchorElement>("#main .toc nav a")];
  if (links.length === 0) return;
  const passed = new Set<string>();
  contents = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes)
        if (isIntersecting) passed.add(target.id);
        else passed.delete(target.id);
      const current = links.findLast((link) => passed.has(decodeHash(link.hash)));
      for (const link of links) {
        if (link === current) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    },
    { rootMargin: `${farAbove}px 0px -66% 0px` },
  );
  for (const link of links) {
    const heading = document.getElementById(decodeHash(link.hash));
    if (heading) contents.observe(heading);
  }
}
