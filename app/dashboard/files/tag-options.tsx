/** Tags that are known already, for fields that take some. */
export function TagOptions({ id, tags }: { id: string; tags: readonly { tag: string }[] }) {
  return (
    <datalist id={id}>
      {tags.map(({ tag }) => (
        <option key={tag} value={tag} />
      ))}
    </datalist>
  );
}
