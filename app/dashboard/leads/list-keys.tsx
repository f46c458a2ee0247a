import { useMemo } from "react";
import { useNavigate, useSubmit } from "react-router";
import { type Shortcut, useShortcuts } from "../shell/shortcuts.tsx";

interface ListKeysProps {
  rows: readonly { id: string }[];
  openId: string | undefined;
  /** Address of something below the list. */
  address(suffix: string): string;
}

/** The keys of a list and of the one that is open. */
export function ListKeys({ rows, openId, address }: ListKeysProps) {
  const navigate = useNavigate();
  // Not by a fetcher: the way on it is answered with would be dropped when news of the same change arrive first.
  const submit = useSubmit();
  const ids = rows.map(({ id }) => id).join(" ");
  const action = address(`/${openId}`);
  const list = address("");
  const shortcuts = useMemo<Shortcut[]>(() => {
    const order = ids.split(" ");
    const step = (by: number) => {
      const at = openId === undefined ? (by > 0 ? -1 : order.length) : order.indexOf(openId);
      const next = order[at + by];
      if (next) void navigate(list.replace(/(\?|$)/, `/${next}$1`), { preventScrollReset: true });
    };
    const set = (status: string) => {
      if (!openId) return;
      const at = order.indexOf(openId);
      const next = at < 0 ? "" : (order[at + 1] ?? order[at - 1] ?? "");
      const values = { intent: "status", status, id: openId, next };
      void submit(values, { method: "post", action, preventScrollReset: true });
    };
    return [
      { keys: "j", does: "Next", run: () => step(1) },
      { keys: "k", does: "Previous", run: () => step(-1) },
      { keys: "e", does: "Close", run: () => set("closed") },
      { keys: "s", does: "Mark as spam", run: () => set("spam") },
      { keys: "u", does: "Move to New", run: () => set("new") },
      { keys: "r", does: "Reply", run: () => document.getElementById("f-text")?.focus() },
      {
        keys: "a",
        does: "Assign",
        run: () => document.getElementById("f-assignee-of-one")?.focus(),
      },
    ];
  }, [ids, openId, action, list, navigate, submit]);
  useShortcuts(shortcuts);
  return null;
}
