import pg from "pg";
import { newId } from "#app/platform/id.ts";

export const channel = "frontdesk_changes";

/** A notice holds at most 8,000 bytes; a larger change is told as "anything". */
const mostLetters = 7000;
const anything = "*";

/** Hears what other instances changed, on a connection of its own that comes back by itself. Its own changes it is told here. */
export class Listener {
  #callbacks: ((labels: Set<string> | null) => void)[] = [];
  #client: pg.Client | null = null;
  #retry: NodeJS.Timeout | null = null;
  #closed = false;
  readonly #sender = newId();
  readonly #url: string;
  readonly #onError: (error: Error) => void;

  constructor(url: string, onError: (error: Error) => void) {
    this.#url = url;
    this.#onError = onError;
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
    await this.#client?.end().catch(() => {});
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: 2000,
      keepAlive: true,
      application_name: "frontdesk-listener",
    });
    this.#client = client;
    client.on("error", (error) => this.#lost(client, error));
    client.on("end", () => this.#lost(client, null));
    client.on("notification", ({ payload = "" }) => this.#hear(payload));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      // While nobody listened, anything may have changed.
      this.tell(null);
    } catch (error) {
      this.#lost(client, error instanceof Error ? error : new Error(String(error)));
    }
  }

  #hear(notice: string): void {
    const [sender, ...labels] = notice.split("\n");
    if (sender !== this.#sender) this.tell(labels[0] === anything ? null : new Set(labels));
  }

  #lost(client: pg.Client, error: Error | null): void {
    if (this.#closed || client !== this.#client) return;
    this.#client = null;
    if (error) this.#onError(error);
    client.end().catch(() => {});
    this.#retry = setTimeout(() => void this.#connect(), 1000);
    this.#retry.unref();
  }
}
