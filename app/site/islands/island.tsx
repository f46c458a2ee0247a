import type { ComponentType } from "react";

/** Islands of public pages; `mount.ts` maps them to files. */
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
  /** Default export of the island's file. */
  of: ComponentType<Props>;
  /** Values that JSON can represent. */
  props: Props;
  /**
   * When its script loads: "interaction" on hover, focus or press of it or its nearest `data-island-area`, "signed-
   * in" if a user may be signed in, "page" after the first paint. "draft" is "interaction", or at once if this tab
   * has a draft; "return" is "interaction", or when window or connection return.
   */
  load: "interaction" | "draft" | "return" | "signed-in" | "page";
  as?: "div" | "li";
  className?: string;
}

/** Part of a public page that is hydrated. It works before that, and its component must not use the router. */
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
