/** What one request carries through the application. */
export interface Visit {
  /** Request id, in every log line and problem document. */
  readonly id: string;
  /** Network address of the visitor: the socket's, or what a trusted proxy says. */
  readonly address: string;
  readonly secure: boolean;
  /** Marks the answer as the same for everybody and names what it shows; only marked answers are kept. */
  keep(...labels: string[]): void;
  readonly labels: ReadonlySet<string>;
}
