import { isReading } from "../listener/incoming.ts";
export const revalidated = "public, max-age=0, must-revalidate";
const never = "private, no-store";

interface FreshnessInput {
  method: string;
  isKept: boolean;
  hasAuthorization: boolean;
}

/** The Cache-Control of an answer. What it says itself counts, unless it sets a cookie or answers a write. */
export function freshnessOf(headers: Headers, { method, isKept, hasAuthorization }: FreshnessInput): string {
  if (headers.has("set-cookie")) return never;
  if (!isReading(method)) return "no-store";
  return headers.get("cache-control") ?? (isKept && !hasAuthorization ? revalidated : "no-store");
}

/** Whether an answer marked as the same for everybody contradicts that itself. */
export function contradictsKeeping(response: Response): boolean {
  const { headers, status } = response;
  if (status !== 200 || headers.has("set-cookie") || headers.has("content-encoding")) return true;
  if (/\b(no-store|private|no-cache)\b/i.test(headers.get("cache-control") ?? "")) return true;
  const varies = (headers.get("vary") ?? "").toLowerCase().split(",");
  return varies.some((name) => !["", "accept-encoding"].includes(name.trim()));
}
