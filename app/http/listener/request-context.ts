/** What one request carries through the application. */
export interface RequestContext {
  /** Request id, in every log line and problem document. */
  readonly id: string;
  /** Network address of the visitor: the socket's, or what a trusted proxy says. */
  readonly address: string;
  readonly secure: boolean;
  /** Marks the answer as the same for everybody and names what it shows; only marked answers are kept. */
  cacheTags(...tags: string[]): void;
  /** The answer is for one person: it is not kept, whoever else marks it. */
  noStore(): void;
  readonly tags: ReadonlySet<string>;
  /** Notes whose session or token the request carries. */
  noteSignedIn(personId: string): void;
  /** Id of that person, for the log; null for nobody. */
  readonly personId: string | null;
  /** Notes what went wrong unexpectedly, though an answer is made: it is logged with the request. */
  fail(error: unknown): void;
  /** The first of those. */
  readonly failure: unknown;
  /** Notes that the database is away, and that the answer is made of what was read before; nobody keeps it. */
  answerFromMemory(error: unknown): void;
  readonly isFromMemory: boolean;
}

/** A request context as the listener sees it: whether anything marked the answer. */
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
