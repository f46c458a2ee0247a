import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useNavigation } from "react-router";

interface Disclosure {
  /** Whether the pointer alone shows what is disclosed. */
  isHovered?: boolean;
  onClose?(): void;
}

/** From this width on lists lie over the page; below it they stand within the menu. The style says the same width. */
const wide = "(min-width: 79rem)";

/**
 * Closes a list, or the whole menu, when it has served: a page is under way, Escape was pressed, or somebody went on
 * elsewhere. A list within the menu of a small window does not close by a press elsewhere, nor because another opens:
 * what stands below it would move away from under the finger before it is lifted, and the press would be lost.
 */
export function useDisclosure(
  ref: RefObject<HTMLDetailsElement | null>,
  { isHovered = false, onClose }: Disclosure = {},
): void {
  const { key } = useLocation();
  const isUnderWay = useNavigation().state === "loading";
  const close = useEffectEvent(() => {
    if (ref.current) ref.current.open = false;
    onClose?.();
  });
  // What was opened before the scripts came stays open.
  const last = useRef({ key, isUnderWay });
  useEffect(() => {
    const hasMoved = last.current.key !== key || last.current.isUnderWay !== isUnderWay;
    last.current = { key, isUnderWay };
    if (hasMoved) close();
  }, [key, isUnderWay]);

  const leave = useEffectEvent((target: EventTarget | null) => {
    const isElsewhere = target instanceof Node && !ref.current?.parentElement?.contains(target);
    if (ref.current?.open && isElsewhere && liesOver(ref.current)) close();
  });
  const closeByKey = useEffectEvent((event: KeyboardEvent) => {
    const isOpen = ref.current?.open === true;
    const isShown = isOpen || (isHovered && matchMedia(wide).matches);
    if (event.key !== "Escape" || event.defaultPrevented || !isShown) return;
    event.preventDefault();
    const hadFocus = ref.current?.parentElement?.contains(document.activeElement);
    close();
    if (isOpen && hadFocus) ref.current?.querySelector("summary")?.focus();
  });
  useEffect(() => {
    const listening = new AbortController();
    const options = { signal: listening.signal };
    document.addEventListener("pointerup", ({ target }) => leave(target), options);
    document.addEventListener("focusin", ({ target }) => leave(target), options);
    document.addEventListener("keydown", (event) => closeByKey(event), options);
    return () => listening.abort();
  }, []);
  useEffect(() => {
    const group = ref.current?.name ?? "";
    const width = matchMedia(wide);
    // In a wide window one list at a time is open.
    const joinGroup = () => {
      if (ref.current) ref.current.name = width.matches ? group : "";
    };
    joinGroup();
    const turn = () => {
      close();
      joinGroup();
    };
    width.addEventListener("change", turn);
    return () => width.removeEventListener("change", turn);
  }, [ref]);
}

/** Whether closing it moves nothing else: the whole menu of a small window, or a list of a wide one. */
function liesOver(details: HTMLDetailsElement): boolean {
  return details.classList.contains("burger") || matchMedia(wide).matches;
}
