interface Click {
  metaKey: boolean;
  ctrlKey: boolean;
  shiftKey: boolean;
}

/** Whether a click asks for a new tab or window, which is the browser's own to open. */
export function opensElsewhere({ metaKey, ctrlKey, shiftKey }: Click): boolean {
  return metaKey || ctrlKey || shiftKey;
}
