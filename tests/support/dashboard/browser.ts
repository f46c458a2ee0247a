/** Adds browser features that jsdom lacks and the dashboard's screens use. */
export function addMissingBrowserParts(): void {
  window.getComputedStyle = computedStyle;
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
  globalThis.FormData = FormDataWithFiles;
  globalThis.Request = RequestWithForm;
  defineMissing(globalThis, {
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
  defineMissing(Element.prototype, {
    scrollIntoView: () => {},
    getAnimations: () => [],
    hasPointerCapture: () => false,
    setPointerCapture: () => {},
    releasePointerCapture: () => {},
  });
  defineMissing(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });
  defineMissing(HTMLDialogElement.prototype, {
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

/** Inline elements; texts of other elements are read separately. */
const inlineTags = new Set(["A", "ABBR", "BUTTON", "CODE", "EM", "INPUT", "LABEL", "STRONG", "TIME"]);

const styles = { none: styleWith("none"), inline: styleWith("inline"), block: styleWith("block") };
const noStyle = styleWith("");

/** Fast replacement for jsdom's `getComputedStyle`: without style sheets, only hidden and closed elements matter. */
function computedStyle(element: Element, pseudoElement?: string | null): CSSStyleDeclaration {
  if (pseudoElement) return noStyle;
  if (isHidden(element)) return styles.none;
  return inlineTags.has(element.tagName) ? styles.inline : styles.block;
}

function isHidden(element: Element): boolean {
  if (element.hasAttribute("hidden")) return true;
  if (element instanceof HTMLElement && element.style.display === "none") return true;
  if (element.tagName === "DIALOG") return !element.hasAttribute("open");
  if (element.tagName === "NOSCRIPT" || element.tagName === "TEMPLATE") return true;
  const { parentElement: parent, tagName } = element;
  return parent?.tagName === "DETAILS" && tagName !== "SUMMARY" && !parent.hasAttribute("open");
}

function styleWith(display: string): CSSStyleDeclaration {
  const properties: Record<string, string> = { display, visibility: "visible", opacity: "1" };
  const style = new Proxy(properties, {
    get: (_, name) =>
      name === "getPropertyValue"
        ? (property: string) => properties[property] ?? ""
        : typeof name === "string"
          ? (properties[name] ?? "")
          : undefined,
  });
  return style as unknown as CSSStyleDeclaration; // callers only read
}

/** Form of a request with the names and bytes of its files, which are lost between jsdom and Node. */
export function formOf(request: Request): FormData | undefined {
  return forms.get(request);
}

const forms = new WeakMap<Request, FormData>();
const PlainRequest = globalThis.Request;

class RequestWithForm extends PlainRequest {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(input, init);
    if (init?.body instanceof PlainFormData) forms.set(this, init.body);
  }
}

const PlainFormData = globalThis.FormData;

/** FormData with files set by user-event, which overrides a property that jsdom ignores. */
class FormDataWithFiles extends PlainFormData {
  constructor(form?: HTMLFormElement, submitter?: HTMLElement | null) {
    super(form, submitter);
    for (const field of form?.elements ?? []) {
      if (!(field instanceof HTMLInputElement) || field.type !== "file" || !field.files?.length) continue;
      this.delete(field.name);
      for (const file of field.files) this.append(field.name, file);
    }
  }
}

function defineMissing(target: object, missing: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(missing))
    if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true });
}
