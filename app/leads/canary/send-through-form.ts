import { parse, type DefaultTreeAdapterTypes as Tree } from "parse5";
import type { Break } from "./rounds.ts";

/** A round was stopped on its way. */
export class CanaryStopped extends Error {
  readonly broken: Break;

  constructor(broken: Break) {
    super(broken.why);
    this.broken = broken;
  }
}

const agent = "Mozilla/5.0 (compatible; FrontdeskCanary/1.0; bot)";
const longestMs = 30_000;

/**
 * Sends a message as a visitor without JavaScript does: opens the page of the form at the site's own public address, fills in
 * what is asked for there, and sends it. Throws a `CanaryStopped` that says where it did not go on.
 */
export async function sendThroughForm(
  publicUrl: URL,
  typed: { email: string; message: string },
): Promise<void> {
  const page = new URL("/contact", publicUrl);
  const opened = await ask("page", page, { method: "GET" });
  if (opened.status !== 200)
    throw stopped("page", `The page of the contact form answers with status ${opened.status}.`);
  const fields = readForm(await opened.text());
  if (fields === null) throw stopped("page", "The page of the contact form shows no form.");
  for (const [name, value] of Object.entries({ ...typed, name: "The website itself", consent: "on" }))
    fields.set(name, value);
  const sent = await ask("form", page, {
    method: "POST",
    body: fields,
  });
  await sent.body?.cancel();
  const place = URL.parse(sent.headers.get("location") ?? "", page);
  if (sent.status === 303 && place?.searchParams.get("sent")) return;
  if (sent.status === 503)
    throw stopped("database", "The site says that it can’t store messages at present (status 503).");
  throw stopped(
    "form",
    `The contact form is answered with status ${sent.status} instead of a reference number.`,
  );
}

async function ask(link: Break["link"], page: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(page, {
      ...init,
      redirect: "manual",
      signal: AbortSignal.timeout(longestMs),
      headers: {
        "user-agent": agent,
        accept: "text/html",
        // As browsers say it of a form that a page of ours sends.
        ...(init.method === "POST" && { origin: page.origin }),
      },
    });
  } catch (error) {
    throw stopped(link, `${page.origin} can’t be reached from the server itself: ${reasonOf(error)}.`);
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error && cause.name === "TimeoutError") return "no answer within 30 seconds";
  if (cause instanceof Error && "code" in cause) return String(cause.code);
  return cause instanceof Error ? cause.message : String(cause);
}

function stopped(link: Break["link"], why: string): CanaryStopped {
  return new CanaryStopped({ link, why });
}

/** The fields of the form that takes a message, as they are when nobody has typed yet; null where there is no such form. */
function readForm(html: string): URLSearchParams | null {
  const form = elementsOf(parse(html), "form").find((one) => {
    const isSent = attributeOf(one, "method")?.toLowerCase() === "post";
    return isSent && elementsOf(one, "textarea").some((area) => attributeOf(area, "name") === "message");
  });
  if (form === undefined) return null;
  const fields = new URLSearchParams();
  for (const input of elementsOf(form, "input")) {
    const name = attributeOf(input, "name");
    const isTick = /^(checkbox|radio|submit|button|file)$/.test(attributeOf(input, "type") ?? "");
    if (name !== undefined && !isTick) fields.set(name, attributeOf(input, "value") ?? "");
  }
  return fields;
}

function elementsOf(node: Tree.ParentNode, name: string): Tree.Element[] {
  return node.childNodes.flatMap((child) => {
    if (!("tagName" in child)) return [];
    return [...(child.tagName === name ? [child] : []), ...elementsOf(child, name)];
  });
}

function attributeOf({ attrs }: Tree.Element, name: string): string | undefined {
  return attrs.find((one) => one.name === name)?.value;
}
