/** Who a mail comes from. */
export interface Mailbox {
  name: string;
  address: string;
}

/** Reads `Name <address>` or an address alone; null for anything else, lists and groups among it. */
export function parseMailbox(typed: string): Mailbox | null {
  const [, quoted, plain, inBrackets, alone] =
    /^(?:(?:"([^"\\]*)"|([^"<>,;:@\\]*))\s*<([^<>\s]+)>|([^<>\s]+))$/.exec(typed.trim()) ?? [];
  const address = inBrackets ?? alone ?? "";
  const name = (quoted ?? plain ?? "").trim();
  return addressShape.test(address) && !/\p{Cc}/u.test(name) ? { name, address } : null;
}

export function domainOf({ address }: Mailbox): string {
  return address.slice(address.lastIndexOf("@") + 1);
}

/** "localhost" is let through, since the product starts on one machine. */
const addressShape =
  /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@[a-z\d](?:[a-z\d-]*[a-z\d])?(\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/i;
