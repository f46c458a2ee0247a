import { useEffect } from "react";

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
