import { createElement, Fragment, type ReactNode } from "react";

/** Text with its line ends; a style alone would not keep them in every mail program. */
export function Lines({ text }: { text: string }) {
  const [first = "", ...rest] = text.split("\n");
  const parts: ReactNode[] = [first];
  for (const line of rest) parts.push(createElement("br"), line);
  return createElement(Fragment, null, ...parts);
}
