import type { ComponentType } from "react";
import type { Root } from "react-dom/client";
import { opensElsewhere } from "#app/lib/ui/opens-elsewhere.ts";
import { hasSignedInHint, isOwnPage } from "#app/site/account/browser/signed-in-hint.ts";
import { readFormDraft } from "#app/site/forms/form-draft.ts";
import type { IslandName } from "../islands/island.tsx";
import { onFirstPaint } from "./first-paint.ts";
import { currentPlace, onPlaceChange } from "./place.ts";
import { showSending } from "./progress.ts";

type Component = ComponentType<Record<string, unknown>>;

const files = {
  "add-passkey": () => import("../islands/add-passkey.tsx"),
  "lead-form": () => import("../islands/lead-form.tsx"),
  "member-menu": () => import("../islands/member-menu.tsx"),
  "menu-list": () => import("../islands/menu-list.tsx"),
  "new-password": () => import("../islands/new-password.tsx"),
  "own-cloth": () => import("../islands/own-cloth.tsx"),
  "passkey-button": () => import("../islands/passkey-button.tsx"),
  registration: () => import("../islands/registration.tsx"),
  "sign-in": () => import("../islands/sign-in.tsx"),
} satisfies Record<IslandName, () => Promise<{ default: ComponentType<never> }>>;

/** Hydrated islands, and those being hydrated. */
const mounted = new Map<Element, Promise<Root>>();

const interactionEvents = ["pointerover", "focusin", "pointerdown", "keydown"] as const;

/** Hydrates islands as their `data-load` states, now and after each navigation. */
export function startIslands(): void {
  for (const sign of interactionEvents)
    document.addEventListener(sign, ({ target }) => mountTouched(target), { capture: true, passive: true });
  document.addEventListener("click", keepFirstPress, { capture: true });
  const returned = () => {
    if (document.visibilityState !== "visible") return;
    mountForMember();
    if (navigator.onLine) mountAll('[data-load="return"]');
  };
  window.addEventListener("pageshow", mountForMember);
  document.addEventListener("visibilitychange", returned);
  window.addEventListener("online", returned);
  mountForMember();
  mountDrafts();
  onFirstPaint(mountForPage);
  onPlaceChange(() => {
    unmountRemoved();
    mountForMember();
    mountDrafts();
    mountForPage();
  });
}

/** Hydrates the account menu if a user may be signed in, and always on private pages. */
function mountForMember(): void {
  if (hasSignedInHint() || isOwnPage(currentPlace().pathname)) mountAll('[data-load="signed-in"]');
}

function mountForPage(): void {
  mountAll('[data-load="page"]');
}

/** Hydrates forms with a stored draft, which restores it, and password fields with a value. */
function mountDrafts(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>("[data-island=new-password] input"))
    if (field.value !== "") mountTouched(field);
  for (const form of document.querySelectorAll<HTMLElement>("[data-draft]"))
    if (readFormDraft(form.dataset.draft ?? "")) mountTouched(form);
}

function mountAll(selector: string): void {
  for (const island of document.querySelectorAll<HTMLElement>(`[data-island]${selector}`))
    void mount(island).catch(() => {});
}

function mountTouched(target: EventTarget | null): void {
  for (const island of islandsAround(target)) void mount(island).catch(() => {});
}

function islandsAround(target: EventTarget | null): HTMLElement[] {
  if (!(target instanceof Element)) return [];
  const island = target.closest<HTMLElement>("[data-island]");
  const area = target.closest("[data-island-area]");
  const inArea = area ? [...area.querySelectorAll<HTMLElement>("[data-island]")] : [];
  return (island ? [island, ...inArea] : inArea).filter(({ dataset }) => dataset.load !== "signed-in");
}

type Pressable = HTMLButtonElement | HTMLAnchorElement;

const pressables = "button, a[data-waits]";

/**
 * Repeats a press on a button or `data-waits` link after its island is hydrated. Fields and other links work without
 * the script.
 */
function keepFirstPress(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest<Pressable>(pressables) : null;
  const island = button?.closest<HTMLElement>("[data-island]");
  if (!button || !island || island.dataset.state === "ready" || opensElsewhere(event)) return;
  event.preventDefault();
  event.stopPropagation();
  if (button.type === "submit") showSending();
  let isDone = false;
  const press = (act: () => void) => () => {
    if (!isDone) act();
    isDone = true;
  };
  // React may have replaced the button.
  const pressed = press(() => (button.isConnected ? button : findSame(button, island))?.click());
  const plain = press(() => {
    if (button instanceof HTMLAnchorElement) location.assign(button.href);
    else if (button.type === "submit") button.form?.requestSubmit(button);
  });
  setTimeout(plain, maxWait);
  mount(island).then(pressed, plain);
}

function findSame({ tagName, type, name }: Pressable, island: HTMLElement): Pressable | undefined {
  return [...island.querySelectorAll<Pressable>(pressables)].find(
    (one) => one.tagName === tagName && one.type === type && one.name === name,
  );
}

/** Milliseconds that a press waits for hydration before it runs without the script. */
const maxWait = 8000;

/** Hydrates an island once. A later call retries after a failure, though some browsers cache a failed import. */
function mount(island: HTMLElement): Promise<Root> {
  const known = mounted.get(island);
  if (known) return known;
  const root = hydrate(island);
  mounted.set(island, root);
  root.catch(() => mounted.delete(island));
  return root;
}

async function hydrate(island: HTMLElement): Promise<Root> {
  // The server writes only names of this list, with matching props.
  const { default: component } = await files[island.dataset.island as IslandName]();
  const { hydrateIsland } = await import("./hydrate.ts");
  const props = JSON.parse(island.dataset.props ?? "{}") as Record<string, unknown>;
  const root = await hydrateIsland(island, component as Component, props);
  island.dataset.state = "ready";
  return root;
}

function unmountRemoved(): void {
  for (const [island, root] of mounted)
    if (!island.isConnected) {
      mounted.delete(island);
      root.then(
        (one) => one.unmount(),
        () => {},
      );
    }
}
