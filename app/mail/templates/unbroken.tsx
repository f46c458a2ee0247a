import { createElement, Fragment, type ReactNode } from "react";

/** Text in which a number with hyphens in it, such as a reference, is never torn in two at the end of a line. */
export function Unbroken({ text }: { text: string }) {
  const parts: ReactNode[] = [];
  for (const word of text.split(/(\s+)/))
    parts.push(/-.*\d|\d.*-/.test(word) ? createElement("span", { style: whole }, word) : word);
  return createElement(Fragment, null, ...parts);
}

const whole = { whiteSpace: "nowrap" };
