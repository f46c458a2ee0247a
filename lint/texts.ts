import { parseSync } from "vite";

export type TextKind = "doc comment" | "comment" | "test name" | "log message" | "name" | "paragraph";

/** A text to check in a file. */
export interface Text {
  kind: TextKind;
  text: string;
  /** Line of its start, from 1. */
  line: number;
}

/** Lists the texts of one file; the file extension decides between Markdown and TypeScript. */
export function readTexts(path: string, source: string): Text[] {
  return path.endsWith(".md") ? readMarkdown(source) : readCode(path, source);
}

function readCode(path: string, source: string): Text[] {
  const lineOf = createLineIndex(source);
  const parsed = parseSync(path, source);
  if (parsed.errors[0]) throw new Error(`${path}: ${parsed.errors[0].message}`);
  return [...readComments(parsed.comments, source, lineOf), ...readTree(parsed.program, lineOf)];
}

interface Comment {
  type: string;
  value: string;
  start: number;
  end: number;
}

type LineIndex = (offset: number) => number;

const directive = /^\s*(biome-ignore|@ts-|@vitest-|@vite-|[@#]__|\/\s*<reference)/;

function readComments(comments: readonly Comment[], source: string, lineOf: LineIndex): Text[] {
  const texts: Text[] = [];
  let previousEnd = -1;
  for (const { type, value, start, end } of comments) {
    if (directive.test(value)) continue;
    const isDoc = type === "Block" && value.startsWith("*");
    const line = lineOf(start);
    const last = texts.at(-1);
    const continues =
      type === "Line" && last?.kind === "comment" && isOneLine(source.slice(previousEnd, start));
    previousEnd = end;
    if (continues) last.text += ` ${value.trim()}`;
    else if (isDoc) texts.push({ kind: "doc comment", text: value.replace(/^ *\*+ ?/gm, "").trim(), line });
    else texts.push({ kind: "comment", text: value.trim(), line });
  }
  return texts;
}

/** Whether only one line break and indentation are between two comments. */
function isOneLine(between: string): boolean {
  return /^\r?\n[ \t]*$/.test(between);
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const testFunctions = new Set(["test", "it", "describe"]);
const logLevels = new Set(["trace", "debug", "info", "warn", "error", "fatal"]);

function readTree(program: unknown, lineOf: LineIndex): Text[] {
  const texts: Text[] = [];
  const add = (kind: TextKind, text: string, { start }: Node) =>
    texts.push({ kind, text, line: lineOf(start) });
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (!isNode(value)) return;
    for (const { name, node } of declaredNames(value)) add("name", name, node);
    if (value.type === "CallExpression") {
      const kind = kindOfCall(value.callee);
      const literal = (value.arguments as Node[]).find((part) => readLiteral(part) !== null);
      if (kind && literal) add(kind, readLiteral(literal) ?? "", literal);
    }
    for (const key in value) if (key !== "type") visit(value[key]);
  };
  visit(program);
  return texts;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

/** Kind of the text argument of a call, including `test.each(…)(…)` and `context.log.warn(…)`. */
function kindOfCall(callee: unknown): "test name" | "log message" | null {
  if (!isNode(callee)) return null;
  if (callee.type === "Identifier") return testFunctions.has(String(callee.name)) ? "test name" : null;
  if (callee.type === "CallExpression" || callee.type === "TaggedTemplateExpression")
    return kindOfCall(callee.callee ?? callee.tag) === "test name" ? "test name" : null;
  if (callee.type !== "MemberExpression") return null;
  if (logLevels.has(nameOf(callee.property)) && /log(ger)?$/i.test(nameOf(callee.object)))
    return "log message";
  return kindOfCall(callee.object);
}

/** Last name of an identifier or a member: `log` of `context.log`. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return "";
  return node.type === "MemberExpression" ? nameOf(node.property) : String(node.name ?? "");
}

/** Text of a string or template, with a word for each inserted value; null for other nodes. */
function readLiteral(node: Node): string | null {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : null;
  if (node.type !== "TemplateLiteral") return null;
  return (node.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join("value");
}

interface DeclaredName {
  name: string;
  node: Node;
}

/** Names that a node declares: variables, functions, parameters, types and members. */
function declaredNames(node: Node): DeclaredName[] {
  switch (node.type) {
    case "VariableDeclarator":
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
    case "ClassDeclaration":
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
    case "TSEnumDeclaration":
    case "CatchClause":
      return [node.id, node.params, node.param].flatMap(boundNames);
    case "MethodDefinition":
    case "PropertyDefinition":
    case "TSPropertySignature":
    case "TSMethodSignature":
      return node.computed ? [] : boundNames(node.key);
    default:
      return [];
  }
}

/** Names bound by a pattern; of `{ kept: stored }` only `stored`. */
function boundNames(pattern: unknown): DeclaredName[] {
  if (Array.isArray(pattern)) return pattern.flatMap(boundNames);
  if (!isNode(pattern)) return [];
  if (pattern.type === "Identifier") return [{ name: String(pattern.name), node: pattern }];
  const inner = pattern.left ?? pattern.argument ?? pattern.elements ?? pattern.parameter;
  if (pattern.type === "ObjectPattern") return (pattern.properties as Node[]).flatMap(boundNames);
  if (pattern.type === "Property") return pattern.shorthand ? [] : boundNames(pattern.value);
  return boundNames(inner);
}

function readMarkdown(source: string): Text[] {
  let isCode = false;
  return source.split("\n").flatMap((text, index): Text[] => {
    const isFence = /^\s*(```|~~~)/.test(text);
    if (isFence) isCode = !isCode;
    if (isFence || isCode || text.trim() === "") return [];
    return [{ kind: "paragraph", text, line: index + 1 }];
  });
}

/** Returns the line of an offset, from 1. */
function createLineIndex(source: string): LineIndex {
  const starts = [0];
  for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
