import pg from "pg";
import { newId } from "#app/platform/id.ts";
import { orSilence } from "./bounded-pool.ts";

export const channel = "frontdesk_changes";

/** A notice holds at most 8,000 bytes; a larger change is told as "anything". */
const mostLetters = 7000;
const anything = "*";

/** How often the connection is asked whether it is there, and how long it may take to say so. */
export interface Heartbeat {
  everyMs: number;
  answerMs: number;
}

/** A connection that is gone comes back within seconds; only one that stays away makes this instance deaf. */
const deafAfterMs = 10_000;

/** Hears what other instances changed, on a connection of its own that comes back by itself. Its own changes it is told here. */
export class Listener {
  #callbacks: ((labels: Set<string> | null) => void)[] = [];
  #client: pg.Client | null = null;
  #retry: NodeJS.Timeout | null = null;
  #closed = false;
  #beat: NodeJS.Timeout | null = null;
  /** When it last was known to hear, in milliseconds of `performance.now()`. */
  #heardAt = performance.now();
  readonly #sender = newId();
  readonly #url: string;
  readonly #onError: (error: Error) => void;
  readonly #heartbeat: Heartbeat;

  constructor(url: string, onError: (error: Error) => void, heartbeat: Heartbeat) {
    this.#url = url;
    this.#onError = onError;
    this.#heartbeat = heartbeat;
  }

  /** False when changes of other instances may have gone unheard for longer than a reconnection takes. */
  get isHearing(): boolean {
    if (this.#callbacks.length === 0) return true;
    const { everyMs, answerMs } = this.#heartbeat;
    return performance.now() - this.#heardAt < everyMs + answerMs + deafAfterMs;
  }

  add(callback: (labels: Set<string> | null) => void): void {
    this.#callbacks.push(callback);
    if (this.#callbacks.length === 1) void this.#connect();
  }

  tell(labels: Set<string> | null): void {
    for (const callback of this.#callbacks) callback(labels);
  }

  /** What the other instances are sent: who sends it, and what was changed. */
  writeNotice(labels: Set<string>): string {
    const list = [...labels].join("\n");
    return `${this.#sender}\n${list.length > mostLetters ? anything : list}`;
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#retry) clearTimeout(this.#retry);
    if (this.#beat) clearTimeout(this.#beat);
    const ended = this.#client?.end();
    // A server that can't be reached never confirms the end.
    if (ended) await orSilence(ended, this.#heartbeat.answerMs).catch(() => {});
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: 2000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: "frontdesk-listener",
    });
    this.#client = client;
    client.on("error", (error) => this.#lost(client, error));
    client.on("end", () => this.#lost(client, null));
    client.on("notification", ({ payload = "" }) => this.#hear(payload));
    try {
      await client.connect();
      await orSilence(client.query(`listen ${channel}`), this.#heartbeat.answerMs);
      this.#heardAt = performance.now();
      this.#waitForBeat(client);
      // While nobody listened, anything may have changed.
      this.tell(null);
    } catch (error) {
      this.#lost(client, error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** A way that was cut says nothing: whoever only waits would never know. */
  #waitForBeat(client: pg.Client): void {
    if (this.#closed || client !== this.#client) return;
    const { everyMs, answerMs } = this.#heartbeat;
    this.#beat = setTimeout(async () => {
      try {
        await orSilence(client.query("select 1"), answerMs);
        this.#heardAt = performance.now();
        this.#waitForBeat(client);
      } catch (error) {
        this.#lost(client, error instanceof Error ? error : new Error(String(error)));
      }
    }, everyMs);
    this.#beat.unref();
  }

  #hear(notice: string): void {
    const [sender, ...labels] = notice.split("\n");
    if (sender !== this.#sender) this.tell(labels[0] === anything ? null : new Set(labels));
  }

  #lost(client: pg.Client, error: Error | null): void {
    if (this.#closed || client !== this.#client) return;
    this.#client = null;
    if (this.#beat) clearTimeout(this.#beat);
    if (error) this.#onError(error);
    client.end().catch(() => {});
    this.#retry = setTimeout(() => void this.#connect(), 1000);
    this.#retry.unref();
  }
}
