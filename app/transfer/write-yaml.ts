import { stringify } from "yaml";

/** YAML that reads back as the same value and is the same for the same value: no folding, no aliases, longer texts as blocks. */
export function writeYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0, blockQuote: "literal", aliasDuplicateObjects: false });
}
