import type { ComponentType } from "react";

/** The islands of public pages; `mount.ts` knows the file of each. */
export type IslandName =
  | "add-passkey"
  | "lead-form"
  | "member-menu"
  | "menu-list"
  | "new-password"
  | "own-cloth"
  | "passkey-button"
  | "registration"
  | "sign-in";

interface IslandProps<Props extends object> {
  name: IslandName;
  /** The component that the file of this name exports as its default. */
  of: ComponentType<Props>;
  /** Values that JSON can hold. */
  props: Props;
  /**
   * When its script is loaded: "interaction" when it, or the nearest element with `data-island-area`, is hovered, focused or
   * pressed; "draft" also at once when this tab has a draft of its form; "return" also when window or connection come back;
   * "signed-in" when somebody may be signed in; "page" as soon as its page has been painted.
   */
  load: "interaction" | "draft" | "return" | "signed-in" | "page";
  as?: "div" | "li";
  className?: string;
}

/** A part of a public page that React takes over in the browser; it works before that, and its component knows no router. */
export function Island<Props extends object>({
  name,
  of: Component,
  props,
  load,
  as: Element = "div",
  className = "island",
}: IslandProps<Props>) {
  return (
    <Element
      className={className}
      data-island={name}
      data-load={load}
      data-props={Object.keys(props).length > 0 ? JSON.stringify(props) : undefined}
    >
      <Component {...props} />
    </Element>
  );
}
