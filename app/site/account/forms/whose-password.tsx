/** Tells a password manager whose password is asked for; not for people. */
export function WhosePassword({ email }: { email: string }) {
  return (
    <input
      className="visually-hidden"
      type="text"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden
    />
  );
}
