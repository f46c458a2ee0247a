import { type ReactNode, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { useFlash } from "../parts/toasts.tsx";
import type { LeadListPage } from "./read-list.ts";

interface BulkBarProps {
  page: LeadListPage;
  /** The list as it is shown, which takes what is sent. */
  action: string;
  children: ReactNode;
}

/** The rows as one form, and what can be done with those that are ticked; the bar is there as soon as one is. */
export function LeadBulkBar({ page, action, children }: BulkBarProps) {
  const fetcher = useFetcher();
  const form = useRef<HTMLFormElement>(null);
  const [count, setCount] = useState(0);
  const recount = () => setCount(form.current?.querySelectorAll('input[name="id"]:checked').length ?? 0);
  useFlash(fetcher.data);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was done leaves nothing ticked
  useEffect(() => {
    for (const box of form.current?.querySelectorAll<HTMLInputElement>('input[name="id"]:checked') ?? [])
      box.checked = false;
    setCount(0);
  }, [fetcher.data]);
  const tickAll = (isTicked: boolean) => {
    for (const box of form.current?.querySelectorAll<HTMLInputElement>('input[name="id"]') ?? [])
      box.checked = isTicked;
    recount();
  };
  return (
    <fetcher.Form method="post" action={action} ref={form} onChange={recount} className="ticked">
      <div className="bulk">
        <b className="num" role="status">
          {count > 0 ? `${count} selected` : ""}
        </b>
        <Actions page={page} />
        {count > 0 && (
          <button
            className="btn quiet compact"
            type="button"
            onClick={() => tickAll(count < page.rows.length)}
          >
            {count < page.rows.length ? "Select all on this page" : "Clear selection"}
          </button>
        )}
      </div>
      {children}
    </fetcher.Form>
  );
}

function Actions({ page: { filter, staff, snooze, me } }: { page: LeadListPage }) {
  const isSpam = filter.folder === "spam";
  return (
    <>
      {isSpam ? (
        <StatusButton status="new">Not spam</StatusButton>
      ) : (
        <>
          <StatusButton status="closed">Close</StatusButton>
          <StatusButton status="waiting">Mark as waiting</StatusButton>
          <StatusButton status="spam">Mark as spam</StatusButton>
        </>
      )}
      <Choice name="assignee" intent="assign" label="Assign to" button="Assign">
        <option value="me">Me</option>
        {staff
          .filter(({ id }) => id !== me)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        <option value="">Unassigned</option>
      </Choice>
      <Choice name="until" intent="snooze" label="Snooze until" button="Snooze">
        {snooze.map(({ name, until }) => (
          <option key={name} value={until}>
            {name}
          </option>
        ))}
        <option value="">End snooze</option>
      </Choice>
      <button className="btn quiet compact" type="submit" name="intent" value="merge">
        Merge
      </button>
    </>
  );
}

/** One button says two things: what is to be done, and to which status. */
function StatusButton({ status, children }: { status: string; children: ReactNode }) {
  return (
    <button className="btn quiet compact" type="submit" name="intent" value={`status-${status}`}>
      {children}
    </button>
  );
}

interface ChoiceProps {
  name: string;
  intent: string;
  label: string;
  button: string;
  children: ReactNode;
}

function Choice({ name, intent, label, button, children }: ChoiceProps) {
  return (
    <span className="with-button">
      <select className="input" name={name} aria-label={label}>
        {children}
      </select>
      <button className="btn quiet compact" type="submit" name="intent" value={intent}>
        {button}
      </button>
    </span>
  );
}
