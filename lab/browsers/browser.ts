/** Browser window that loads pages and evaluates functions in them. */
export interface View extends AsyncDisposable {
  /** Name and version. */
  readonly name: string;
  /** Waits until the document and its resources have loaded. */
  open(url: string): Promise<void>;
  /** Evaluates a function in the page. It may be async, must not use outer variables, and takes and returns JSON. */
  run<Given extends unknown[], Result>(
    task: (...given: Given) => Result | Promise<Result>,
    ...given: Given
  ): Promise<Result>;
  /** PNG of the whole page. */
  picture(): Promise<Buffer>;
}

/** Window with mouse and keyboard. */
export interface Browser extends View {
  /** Clicks at a point of the window. */
  click(point: Point): Promise<void>;
  /** Presses keys in order: characters of the text, or special keys from `keys`. */
  type(text: string): Promise<void>;
  /** Script errors, console errors and policy violations since the last call. */
  readErrors(): Promise<string[]>;
}

export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** Special keys in WebDriver's encoding. */
export const keys = {
  tab: "\uE004",
  enter: "\uE007",
  escape: "\uE00C",
};

/** Mouse click as actions of WebDriver and BiDi. */
export function clickActions({ x, y }: Point): object[] {
  return [
    {
      type: "pointer",
      id: "mouse",
      parameters: { pointerType: "mouse" },
      actions: [
        { type: "pointerMove", x, y, duration: 0 },
        { type: "pointerDown", button: 0 },
        { type: "pause", duration: 50 },
        { type: "pointerUp", button: 0 },
      ],
    },
  ];
}

/** Key presses as actions of WebDriver and BiDi; a line break becomes Enter. */
export function keyActions(text: string): object[] {
  const actions = [...text.replaceAll("\n", keys.enter)].flatMap((value) => [
    { type: "keyDown", value },
    { type: "keyUp", value },
  ]);
  return [{ type: "key", id: "keyboard", actions }];
}

/** Source of a call of the function, for protocols that take text. */
export function callText(task: (...given: never[]) => unknown, given: unknown[]): string {
  return `(${task})(${given.map((value) => JSON.stringify(value) ?? "undefined").join(", ")})`;
}
