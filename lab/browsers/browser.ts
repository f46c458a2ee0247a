/** A window that shows a page and says what stands in it. */
export interface View extends AsyncDisposable {
  /** With its version. */
  readonly name: string;
  /** Waits until the document and what it names have loaded. */
  open(url: string): Promise<void>;
  /** Runs a function in the page. It may wait, sees nothing of the file it stands in, and takes and gives what JSON can carry. */
  run<Given extends unknown[], Result>(
    task: (...given: Given) => Result | Promise<Result>,
    ...given: Given
  ): Promise<Result>;
  /** The whole page, as PNG. */
  picture(): Promise<Buffer>;
}

/** A window with a visitor's hands on it. */
export interface Browser extends View {
  /** Presses the mouse where that point of the window is. */
  click(point: Point): Promise<void>;
  /** Presses keys one after another: letters as they are, others by `keys`. */
  type(text: string): Promise<void>;
  /** What the browser reported as an error since it was last asked: of scripts, of the console, of the security policy. */
  readFaults(): Promise<string[]>;
}

export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** As WebDriver writes keys that are no letters. */
export const keys = {
  tab: "\uE004",
  enter: "\uE007",
  escape: "\uE00C",
};

/** A press of the mouse in WebDriver's words, which BiDi shares. */
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

/** The same for keys; a line ends by Enter. */
export function keyActions(text: string): object[] {
  const actions = [...text.replaceAll("\n", keys.enter)].flatMap((value) => [
    { type: "keyDown", value },
    { type: "keyUp", value },
  ]);
  return [{ type: "key", id: "keyboard", actions }];
}

/** The body of a call of that function, for a browser that takes text. */
export function callText(task: (...given: never[]) => unknown, given: unknown[]): string {
  return `(${task})(${given.map((value) => JSON.stringify(value) ?? "undefined").join(", ")})`;
}
