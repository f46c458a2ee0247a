/** What browsers have and jsdom has not, as far as the dashboard's screens use it. */
export function addMissingBrowserParts(): void {
  // There are no sheets here; the parts of a name are read apart, as where they are laid out apart.
  const style = document.createElement("style");
  style.textContent = "span, small, b, i, kbd { display: inline-block }";
  document.head.append(style);
  class Observer {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
    takeRecords(): [] {
      return [];
    }
  }
  class SilentEventSource extends EventTarget {
    static readonly CLOSED = 2;
    readyState = 1;
    close(): void {}
  }
  define(globalThis, {
    ResizeObserver: Observer,
    IntersectionObserver: Observer,
    EventSource: SilentEventSource,
    matchMedia: (media: string) =>
      Object.assign(new EventTarget(), {
        media,
        matches: false,
        addListener: () => {},
        removeListener: () => {},
      }),
    scrollTo: () => {},
  });
  define(Element.prototype, {
    scrollIntoView: () => {},
    getAnimations: () => [],
    hasPointerCapture: () => false,
    setPointerCapture: () => {},
    releasePointerCapture: () => {},
  });
  define(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });
  define(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.setAttribute("open", "");
    },
    close(this: HTMLDialogElement) {
      if (!this.hasAttribute("open")) return;
      this.removeAttribute("open");
      this.dispatchEvent(new Event("close"));
    },
  });
}

function define(target: object, missing: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(missing))
    if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true });
}
