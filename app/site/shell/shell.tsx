import { type ComponentType, type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Outlet, useHref, useLocation, useNavigation, useRouteLoaderData } from "react-router";
import { pageContext } from "#app/pages/page-context.ts";
import { arrivalFocus } from "#app/site/parts/arrival-focus.ts";
import { recordNavigation } from "#app/site/parts/previous-page.ts";
import type { ShellData } from "#app/site/parts/shell-data.ts";
import { Splash, useServerDrawn } from "../parts/server-drawn.tsx";
import type { Route } from "./+types/shell.ts";
import {
  fetchPatiently,
  forgetDocument,
  sendWaitingForms,
  tryAgain,
  useIsOffline,
  useNeedsDocument,
} from "./connection.ts";
import { ErrorPage } from "./error-page.tsx";
import { onFirstUse } from "./first-use.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { frameContext, readShell } from "./read-shell.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { shell, drawn } = await readShell(context.get(pageContext));
  context.set(frameContext, drawn);
  return shell;
}

export default function Shell({ loaderData }: Route.ComponentProps) {
  return (
    <Frame shell={loaderData}>
      <Outlet />
    </Frame>
  );
}

/** What the frame held last in this browser: a page that can't be fetched takes the frame's own data with it. */
let lastShell: ShellData | null = null;

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const shell = useRouteLoaderData<ShellData>("site/shell/shell") ?? lastShell;
  if (!shell) throw error;
  return (
    <Frame shell={shell}>
      <ErrorPage error={error} />
    </Frame>
  );
}

/** Pages for staff alone, who want the form at once. */
const staffPages = new Set(["/setup", "/invitation"]);

function Frame({ shell, children }: { shell: ShellData; children: ReactNode }) {
  const isLoading = useArrival();
  const isUnderWay = !useIsOffline() && isLoading;
  const LoadingPlate = useLoadingPlate();
  const { pathname } = useLocation();
  const hasSplash = shell.hasSplash && !staffPages.has(pathname);
  useEffect(() => {
    lastShell = shell;
  }, [shell]);
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <ProgressBar />
      <Header shell={shell} />
      <main id="main" tabIndex={-1} aria-busy={isUnderWay}>
        {children}
      </main>
      <Footer />
      <LineLost />
      {LoadingPlate && <LoadingPlate />}
      <Selvedge isBare={shell.isSelvedgeBare} />
      {hasSplash && <Splash name={shell.company.name} />}
    </>
  );
}

/** What says that a page is under way: there before anything can be pressed. */
function useLoadingPlate(): ComponentType | null {
  const [part, setPart] = useState<{ LoadingPlate: ComponentType } | null>(null);
  useEffect(() => onFirstUse(() => import("./loading-plate.tsx").then(setPart)), []);
  return part?.LoadingPlate ?? null;
}

/** Takes the focus to the new page's heading, or the field it is opened for; tells whether a page is under way. */
function useArrival(): boolean {
  const { pathname, hash } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    recordNavigation(pathname);
    if (last.current === pathname) return;
    last.current = pathname;
    if (hash) return;
    const field = document.querySelector<HTMLElement>(`#main [${arrivalFocus}]`);
    if (field) return field.focus({ preventScroll: true });
    const heading = document.querySelector<HTMLElement>("#main h1") ?? document.getElementById("main");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  }, [pathname, hash]);
  return useNavigation().state === "loading";
}

/** What is said while a page can't come at all. It comes with the frame: without a line it could not be fetched. */
function LineLost() {
  const { state, location: next } = useNavigation();
  const isOffline = useIsOffline();
  const needsDocument = useNeedsDocument();
  useEffect(() => {
    if (state !== "loading") forgetDocument();
  }, [state]);
  useDocumentInstead(useHref(next ?? ""), needsDocument && state === "loading");
  if (!isOffline) return null;
  return (
    <div className="line-lost" role="alert">
      <p>
        <strong>{navigator.onLine ? "The connection was lost." : "You are offline."}</strong> This page stays
        here. The page you chose will open when you’re back online.
      </p>
      <button type="button" className="btn" onClick={tryAgain}>
        Try again
      </button>
    </div>
  );
}

/** Loads the page that is under way as a document, as soon as there is a line. */
function useDocumentInstead(next: string, isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const stop = new AbortController();
    fetchPatiently(fetch, next, { method: "HEAD", signal: stop.signal }).then(
      () => {
        if (!sendWaitingForms()) location.assign(next);
      },
      () => {},
    );
    return () => stop.abort();
  }, [next, isNeeded]);
}

/** Milliseconds from one stitch to the next. */
const trickle = 200;
/** Milliseconds a page is under way at the least, so that the bar is seen to run. */
const shortest = 500;
/** Milliseconds in which the bar runs to its end and fades; the style says the same. */
const ending = 400;
/** Share of what is left that a stitch takes: the end is neared for ever, and never reached by it. */
const stitch = 0.12;

type Phase = "hidden" | "running" | "ending";

/** A thin thread along the top while a page is under way: a stitch every 200 ms until it is there, done after 500 ms at the earliest. */
function ProgressBar() {
  const isIdle = useNavigation().state === "idle";
  const isLoading = !useIsOffline() && !isIdle;
  const [phase, setPhase] = useState<Phase>("hidden");
  const [share, setShare] = useState(0);
  const began = useRef(0);
  useEffect(() => {
    if (!isLoading) return;
    began.current = performance.now();
    setShare(stitch);
    setPhase("running");
  }, [isLoading]);
  useEffect(() => {
    if (phase !== "running") return;
    const timer = setInterval(() => setShare((done) => done + (1 - done) * stitch), trickle);
    return () => clearInterval(timer);
  }, [phase]);
  useEffect(() => {
    if (isLoading || phase !== "running") return;
    const end = () => {
      setShare(1);
      setPhase("ending");
    };
    const timer = setTimeout(end, began.current + shortest - performance.now());
    return () => clearTimeout(timer);
  }, [isLoading, phase]);
  useEffect(() => {
    if (phase !== "ending") return;
    const timer = setTimeout(() => setPhase("hidden"), ending);
    return () => clearTimeout(timer);
  }, [phase]);
  const style = phase === "hidden" ? undefined : { transform: `scaleX(${share})` };
  return <div className={`bar ${phase}`} style={style} aria-hidden="true" />;
}

/** The quick ways as the server has drawn them; this side takes whoever presses there to the top, once that is far enough away. */
function Selvedge({ isBare }: { isBare: boolean }) {
  const { part, html } = useServerDrawn("selvedge");
  const isDown = useIsDown();
  const classes = ["selvedge", isDown && "down", isBare && "bare"].filter(Boolean).join(" ");

  function press(event: MouseEvent) {
    if (event.target instanceof Element && event.target.closest("button")) goToTop();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a button that is pressed by a key is clicked as well
    <aside
      className={classes}
      aria-label="Quick contact"
      ref={part}
      onClick={press}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own server's markup, from components
      dangerouslySetInnerHTML={html}
      suppressHydrationWarning
    />
  );
}

const farEnough = 300;

function useIsDown(): boolean {
  const [isDown, setDown] = useState(false);
  useEffect(() => {
    const look = () => setDown(window.scrollY > farEnough);
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, []);
  return isDown;
}

function goToTop() {
  const isCalm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  window.scrollTo({ top: 0, behavior: isCalm ? "auto" : "smooth" });
  document.getElementById("main")?.focus({ preventScroll: true });
}
