/** An address as people read it: Bangla as Bangla. */
export function spellAddress(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
