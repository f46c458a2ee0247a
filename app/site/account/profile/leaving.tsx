import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { AccountForm } from "../forms/account-form.tsx";

/** An account that is about to be deleted, and the way to keep it; read aloud when it was asked for just now. */
export function Leaving({ on }: { on: string }) {
  const [search] = useSearchParams();
  const isNew = search.get("done") === "deleting";
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew) box.current?.focus();
  }, [isNew]);
  return (
    <div className="leaving" role="status" tabIndex={-1} ref={box}>
      <p>
        Your account will be deleted on <strong>{on}</strong>, with everything that belongs to it. Until then
        you can change your mind here.
      </p>
      <AccountForm intent="keep" answer={undefined} submit="Keep my account" look="btn sm" isInline />
    </div>
  );
}
