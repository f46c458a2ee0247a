import { type DataOf, fieldsOfKind, type Kind } from "../kind.ts";

/**
 * What somebody sends of an entry, laid over the version it is based on: a field or a part of a group that was not sent
 * stays as it is. Rich texts may come as `{ markdown }`. The kind's schema judges the outcome.
 */
export function completeInput(
  kind: Kind,
  before: DataOf<Kind> | null,
  input: Record<string, unknown>,
): Record<string, unknown> {
  const sent = fieldsOfKind(kind).flatMap(([name, field]) =>
    input[name] === undefined
      ? []
      : [[name, field.complete(Reflect.get(before ?? {}, name), input[name], name)] as const],
  );
  return { ...before, ...input, ...Object.fromEntries(sent) };
}
