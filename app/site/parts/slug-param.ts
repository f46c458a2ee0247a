/** The entry's part of the address, decoded once: the router's own parameter can't tell `%2F` from `%252F`. */
export function slugParam(url: URL): string {
  const part = url.pathname.slice(url.pathname.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
