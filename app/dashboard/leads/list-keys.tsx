import { useMemo } from "react";
import { useFetcher, useNavigate } from "react-router";
import { useSaid } from "../parts/toasts.tsx";
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
  const fetcher = useFetcher();
  useSaid(fetcher.data);
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
      if (openId) void fetcher.submit({ intent: "status", status, id: openId }, { method: "post", action });
    };
    return [
      { keys: "j", does: "Next one", run: () => step(1) },
      { keys: "k", does: "One before", run: () => step(-1) },
      { keys: "e", does: "Close it", run: () => set("closed") },
      { keys: "s", does: "Mark it as spam", run: () => set("spam") },
      { keys: "u", does: "Back among what is new", run: () => set("new") },
      { keys: "r", does: "Write the answer", run: () => document.getElementById("f-text")?.focus() },
      {
        keys: "a",
        does: "Give it to somebody",
        run: () => document.getElementById("f-assignee-of-one")?.focus(),
      },
    ];
  }, [ids, openId, action, list, navigate, fetcher.submit]);
  useShortcuts(shortcuts);
  return null;
}
