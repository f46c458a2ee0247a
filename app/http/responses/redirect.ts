/** What stood here stands elsewhere for good. */
export function redirectTo(place: string): Response {
  return new Response(null, { status: 301, headers: { location: place } });
}
