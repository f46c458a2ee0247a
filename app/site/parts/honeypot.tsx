/** A field that people don't see: what stands in it was written by a machine. */
export function Honeypot({ id, name }: { id: string; name: string }) {
  return (
    <div className="honeypot" aria-hidden="true">
      <label htmlFor={id}>Leave this empty</label>
      <input id={id} name={name} tabIndex={-1} autoComplete="off" />
    </div>
  );
}
