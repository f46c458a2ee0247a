import { type MouseEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { okIn } from "#app/dashboard/parts/action-result.ts";

/** Which lines are ticked. The boxes themselves know; here they are only counted, in rows with Shift, and emptied after an action. */
export function useRowSelection(table: RefObject<HTMLTableElement | null>, answer: unknown) {
  const [count, setCount] = useState<number | null>(null);
  const [of, setOf] = useState(0);
  const last = useRef<HTMLInputElement | null>(null);
  const boxes = useCallback(
    () => [...(table.current?.querySelectorAll<HTMLInputElement>('input[type="checkbox"][name="id"]') ?? [])],
    [table],
  );
  const recount = useCallback(() => {
    setCount(boxes().filter(({ checked }) => checked).length);
    setOf(boxes().length);
  }, [boxes]);
  const set = useCallback(
    (isTicked: boolean) => {
      for (const box of boxes()) box.checked = isTicked;
      recount();
    },
    [boxes, recount],
  );
  useEffect(recount, [recount]);
  useEffect(() => {
    if (okIn(answer)) set(false);
  }, [answer, set]);
  const hearClick = ({ target, shiftKey }: MouseEvent) => {
    if (!(target instanceof HTMLInputElement) || target.name !== "id") return;
    const all = boxes();
    const [from, to] = [last.current ? all.indexOf(last.current) : -1, all.indexOf(target)];
    if (shiftKey && from >= 0)
      for (const box of all.slice(Math.min(from, to), Math.max(from, to) + 1)) box.checked = target.checked;
    last.current = target;
    recount();
  };
  const toggle = (box: HTMLInputElement) => {
    box.checked = !box.checked;
    last.current = box;
    recount();
  };
  const isAll: boolean | "some" = count === null || count === 0 ? false : count === of ? true : "some";
  return { count, isAll, hearClick, toggle, toggleAll: () => set(isAll !== true), clear: () => set(false) };
}
