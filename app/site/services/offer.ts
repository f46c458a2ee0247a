/** What a service costs and how long it takes, in one line: its first two facts, as far as they are known. */
export function offerOf(facts: readonly { label: string; value: string }[]): string {
  const [price, time] = facts.filter(({ value }) => value);
  return [price && `${price.label} ${price.value}`.trim(), time?.value].filter(Boolean).join(" · ");
}
