import { Fragment } from "react";

/** An e-mail address that is broken, where it must be, behind a dot or the @. */
export function Address({ email }: { email: string }) {
  return email.split(/(?<=[@.])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address keep their places
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
