import ArrowLeft from "lucide-react/icons/arrow-left";
import Search from "lucide-react/icons/search";
import { type ReactNode, useEffect, useState } from "react";
import { Form, Link, useRevalidator } from "react-router";
import { ErrorSummary } from "#app/lib/ui/field.tsx";
import { useLayoutData } from "../shell/layout-data.ts";
import { openPalette } from "../shell/palette.tsx";
import { type ActionOk, errorIn, okIn } from "./action-result.ts";
import { UndoFields, useFlash } from "./toasts.tsx";

export interface Crumb {
  name: string;
  path: string;
}

interface ScreenProps {
  title: string;
  /** Number next to the title. */
  count?: number | undefined;
  /** Breadcrumbs, from the top. */
  crumbs?: readonly Crumb[];
  /** Buttons at the right of the header, the primary one last. */
  actions?: ReactNode;
  /** Status text, such as "Saved 14:02". */
  status?: ReactNode;
  /** `actionData`: a toast, or a note above the screen for an answer to a form sent without scripts. */
  answer?: unknown;
  children: ReactNode;
}

/** One screen: sticky header and content. */
export function Screen({ title, count, crumbs = [], actions, status, answer, children }: ScreenProps) {
  const { company } = useLayoutData();
  useFlash(answer);
  const [atStart] = useState(answer);
  return (
    <>
      <title>{`${title} · ${company || "Dashboard"}`}</title>
      <header className="head">
        <div className="name">
          {crumbs.length > 0 && <Crumbs crumbs={crumbs} />}
          <h1>
            {title} {count !== undefined && <span className="total num">{count.toLocaleString("en")}</span>}
          </h1>
        </div>
        {status}
        <button className="cmd" type="button" aria-keyshortcuts="Control+K" onClick={openPalette}>
          <Search className="icon" aria-hidden />
          <span>Search or jump to…</span>
          <kbd aria-hidden>Ctrl K</kbd>
        </button>
        {actions && <div className="head-actions">{actions}</div>}
      </header>
      {answer !== undefined && answer === atStart && <AnswerStrip answer={answer} />}
      {children}
    </>
  );
}

/** Breadcrumb navigation. */
function Crumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="crumbs">
      <ol>
        {crumbs.map(({ name, path }) => (
          <li key={path}>
            <Link to={path}>
              <ArrowLeft className="icon" aria-hidden /> {name}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Result of a form sent before scripts ran. */
export function AnswerStrip({ answer }: { answer: unknown }) {
  const done = okIn(answer);
  if (done) return <DoneStrip done={done} />;
  const refused = errorIn(answer);
  if (!refused) return null;
  const errors = Object.entries(refused.refusal.fields).map(([name, message]) => ({ name, message }));
  return (
    <div className="strip">
      <ErrorSummary title={refused.refusal.message} errors={errors} />
    </div>
  );
}

function DoneStrip({ done }: { done: ActionOk }) {
  return (
    <div className="strip done" role="status">
      <p>{done.done}</p>
      {done.view && (
        <a className="btn quiet" href={done.view}>
          View
        </a>
      )}
      {done.undo && (
        <Form method="post" {...(done.undo.action ? { action: done.undo.action } : {})}>
          <UndoFields undo={done.undo} />
          <button className="btn quiet" type="submit">
            Undo
          </button>
        </Form>
      )}
    </div>
  );
}

/** Row of a `<dl className="facts">`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/**
 * Reloads the screen's data at an interval while `isActive` and the window is visible. Returns whether the
 * connection is lost; the screen then stays and tries again.
 */
export function usePolling(isActive: boolean, everyMs: number): boolean {
  const { revalidate } = useRevalidator();
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    if (!isActive) return;
    let isStopped = false;
    let timer: ReturnType<typeof setTimeout>;
    const refresh = async () => {
      if (document.visibilityState === "visible") {
        const isOnline = await isReachable();
        if (isStopped) return;
        setLost(!isOnline);
        if (isOnline) await revalidate();
      }
      if (!isStopped) timer = setTimeout(refresh, everyMs);
    };
    timer = setTimeout(refresh, everyMs);
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [isActive, everyMs, revalidate]);
  return isActive && isLost;
}

/** Notice that the screen is not updating because the connection is lost. */
export function ConnectionLost({ isLost }: { isLost: boolean }) {
  return (
    <p role="status" className="small mute">
      {isLost && "No connection. This screen continues when it is back."}
    </p>
  );
}

const timeoutMs = 5000;

/** Checked before reloading, because a failed reload replaces the screen by an error page. */
async function isReachable(): Promise<boolean> {
  return fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(timeoutMs) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

const retryAfterMs = 2000;

/** Resolves once the site responds. */
export async function waitUntilReachable(): Promise<void> {
  while (!(await isReachable())) await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
}

/** Sets `--head-now` to the height of the screen's header, the offset of sticky elements below it. */
export function useHeadHeight(): void {
  useEffect(() => {
    const head = document.querySelector(".head");
    if (!head) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      style.setProperty("--head-now", `${head.getBoundingClientRect().height}px`);
    });
    observer.observe(head);
    return () => {
      observer.disconnect();
      style.removeProperty("--head-now");
    };
  }, []);
}
