/** State of one request, passed through the application. */
export interface RequestContext {
  /** Request id, in every log line and problem document. */
  readonly id: string;
  /** Network address of the visitor, from the socket or a trusted proxy. */
  readonly address: string;
  readonly secure: boolean;
  /** Marks the response as public and adds cache tags; only marked responses are cached. */
  cacheTags(...tags: string[]): void;
  /** Marks the response as personal, which prevents caching. */
  noStore(): void;
  readonly tags: ReadonlySet<string>;
  /** Records the user of the session or token. */
  noteSignedIn(personId: string): void;
  /** Id of that user for the log, or null. */
  readonly personId: string | null;
  /** Records an unexpected error behind a response, to log it with the request. */
  fail(error: unknown): void;
  /** The first recorded error. */
  readonly failure: unknown;
  /** Records that the database is unavailable and the response uses cached data; prevents caching. */
  answerFromMemory(error: unknown): void;
  readonly isFromMemory: boolean;
}

/** A request context with the caching decision, for the listener. */
export interface MarkedRequestContext extends RequestContext {
  readonly isCacheable: boolean;
}

export function createRequestContext(from: {
  id: string;
  address: string;
  secure: boolean;
}): MarkedRequestContext {
  const tags = new Set<string>();
  let isCacheable = false;
  let isPrivate = false;
  let failure: unknown;
  let personId: string | null = null;
  let isFromMemory = false;
  return {
    ...from,
    cacheTags(...names) {
      isCacheable = true;
      for (const name of names) tags.add(name);
    },
    noStore() {
      isPrivate = true;
    },
    tags,
    noteSignedIn(id) {
      personId = id;
    },
    get personId() {
      return personId;
    },
    fail(error) {
      failure ??= error;
    },
    get failure() {
      return failure;
    },
    answerFromMemory(error) {
      failure ??= error;
      isPrivate = true;
      isFromMemory = true;
    },
    get isFromMemory() {
      return isFromMemory;
    },
    get isCacheable() {
      return isCacheable && !isPrivate;
    },
  };
}
