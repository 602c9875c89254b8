/** Reads which modules of the app load together, and which messages they read. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { PROJECT } from '#test/boundaries/planted-project.ts';

/** The source files that load with an entry, as paths from the root. */
export function findLoaded(entry: string, { later }: { readonly later: boolean }): readonly string[] {
  const loaded = new Set<string>();
  const waiting = [entry];
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    if (loaded.has(file) || !/\.tsx?$/u.test(file)) continue;
    loaded.add(file);
    waiting.push(...readImports(file, later));
  }
  return [...loaded];
}

/** What a file imports as values; with `later`, also what it imports on demand. */
function readImports(file: string, later: boolean): readonly string[] {
  const text = readSource(file);
  const { staticImports, staticExports } = parseSync(file, text).module;
  const now = staticImports
    .filter(({ start }) => !/^import\s+type\b/u.test(text.slice(start)))
    .map(({ moduleRequest }) => moduleRequest.value);
  const passedOn = staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value));
  const onDemand = later ? [...text.matchAll(/\bimport\('([^']+)'\)/gu)].map(([, specifier]) => specifier) : [];
  return [...now, ...passedOn, ...onDemand].flatMap((specifier) => {
    if (specifier?.startsWith('#') === true) return [specifier.slice(1)];
    return specifier?.startsWith('.') === true ? [path.posix.join(path.posix.dirname(file), specifier)] : [];
  });
}

export const readSource = (file: string): string => readFileSync(path.join(PROJECT, file), 'utf8');

/** The names after `messages.` in a file. */
export const readMessageNames = (text: string): readonly string[] =>
  [...text.matchAll(/(?<![\w/])messages\.(\w+)/gu)].map(([, name]) => name ?? '');

/** The messages that a file reads while it loads, outside of its functions and types. */
export function findEarlyReads(file: string, text: string): readonly string[] {
  const early: string[] = [];
  const visit = (node: unknown): void => {
    if (!isNode(node) || /Function|^TS/u.test(node.type)) return;
    if (node.type === 'MemberExpression') {
      const source = text.slice(node.start, node.end);
      if (/^messages\b/u.test(source)) early.push(source);
    }
    for (const child of Object.values(node).flat()) visit(child);
  };
  visit(parseSync(file, text).program);
  return early;
}

/** The strings of a file that begin like a sentence, except those of errors. */
export function findSentences(file: string, text: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (!isNode(node) || node.type === 'ImportDeclaration') return;
    const source = text.slice(node.start, node.end);
    if (node.type === 'NewExpression' && source.startsWith('new Error(')) return;
    const string = /^(?:Literal|TemplateElement)$/u.test(node.type)
      ? source.replaceAll(/^['"`}]|(?:['"`]|\$\{)$/gu, '')
      : '';
    if (isSentence(string)) found.push(string);
    for (const child of Object.values(node).flat()) visit(child);
  };
  visit(parseSync(file, text).program);
  return found;
}

/** A capital letter, small ones, and a space. */
const isSentence = (text: string): boolean => /^\p{Lu}\p{Ll}+[,.]? /u.test(text);

type Node = { readonly type: string; readonly start: number; readonly end: number };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
