interface Click {
  metaKey: boolean;
  ctrlKey: boolean;
  shiftKey: boolean;
}

/** Whether a click opens a new tab or window, which the browser handles. */
export function opensElsewhere({ metaKey, ctrlKey, shiftKey }: Click): boolean {
  return metaKey || ctrlKey || shiftKey;
}
