/** Says something else of a file, from the browser; answers whether it was kept. */
export async function changeFileBy(id: string, change: { alt: string }): Promise<boolean> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(change);
  const answer = await fetch(`/api/files/${id}`, { method: "PATCH", headers, body }).catch(() => null);
  return answer?.ok ?? false;
}
