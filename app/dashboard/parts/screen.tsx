import { ArrowLeft, Search } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Form, Link, useRevalidator } from "react-router";
import { ErrorSummary } from "#app/ui/field.tsx";
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
  /** How many there are, beside the title. */
  count?: number | undefined;
  /** Where this screen belongs, from the top. */
  crumbs?: readonly Crumb[];
  /** What stands at the right of the head: the one filled button of the screen last. */
  actions?: ReactNode;
  /** Words on how things stand, such as "Saved 14:02". */
  status?: ReactNode;
  /** `actionData`: said by toast; what came with the document stands above the screen. */
  answer?: unknown;
  children: ReactNode;
}

/** One screen: its head, which stays in sight, and what it is about. */
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

/** The way back up. */
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

/** What a form has done that was sent before scripts ran. */
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

/** One line of a `<dl className="facts">`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/**
 * Asks for the screen's data again every few milliseconds while something moves and the screen is looked at. Without a connection
 * the screen stays as it is, and asks again. Returns whether the connection is lost.
 */
export function useFreshWhile(isMoving: boolean, everyMs: number): boolean {
  const { revalidate } = useRevalidator();
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    if (!isMoving) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      if (document.visibilityState === "visible") {
        const isThere = await isReachable();
        if (isOver) return;
        setLost(!isThere);
        if (isThere) await revalidate();
      }
      if (!isOver) timer = setTimeout(look, everyMs);
    };
    timer = setTimeout(look, everyMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isMoving, everyMs, revalidate]);
  return isMoving && isLost;
}

/** What a screen says that can't be kept up to date for want of a connection. */
export function ConnectionLost({ isLost }: { isLost: boolean }) {
  return (
    <p role="status" className="small mute">
      {isLost && "No connection. This screen continues when it is back."}
    </p>
  );
}

const answerWithinMs = 5000;

/** Whether the site can be asked at all: a screen whose data can't be had would be taken away. */
async function isReachable(): Promise<boolean> {
  return fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(answerWithinMs) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

const againAfterMs = 2000;

/** Resolves once the site can be asked. */
export async function untilReachable(): Promise<void> {
  while (!(await isReachable())) await new Promise((resolve) => setTimeout(resolve, againAfterMs));
}

/** Keeps `--head-now` at the height of the screen's head, which grows with what it says, so that what sticks below it is not covered. */
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
