/** Reads and checks the operator's email templates when the server starts. docs/mail-templates.md describes the format. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, readErrorCode, type Result } from '#server/result.ts';
import {
  emailKinds,
  type EmailKind,
  builtInTemplates,
  mapKinds,
  PLACEHOLDER,
  readRules,
  type MailTemplate,
  type MailTemplates,
} from './mail.ts';

export type TemplateFailure = {
  readonly type: 'wrong-template';
  /** The file, or the folder itself. */
  readonly file: string;
  /** Follows the file name in a sentence, without the period: `has no {{link}}`. */
  readonly problem: string;
};

const MAX_BYTES = 100_000;
const MAX_SUBJECT = 200;

/**
 * Replaces each kind that has a file `<kind>.txt` in the folder, with `<kind>.html` as its HTML version. Other kinds keep
 * the built-in text.
 * @returns all templates, or the problem with the first unusable file
 */
export async function readMailTemplates(folder: string): Promise<Result<MailTemplates, TemplateFailure>> {
  const found = await listNames(folder);
  if (!found.ok) return found;
  const files = new Map<string, string>();
  for (const name of found.value) {
    const content = await readTemplateFile(folder, name);
    if (!content.ok) return content;
    files.set(name, content.value);
  }
  for (const [name, content] of files) {
    const problem = findProblem(name, content, files);
    if (problem !== undefined) return refuse(join(folder, name), problem);
  }
  return ok(mapKinds((kind) => readTemplate(kind, files)));
}

/** Names that start with a dot belong to an editor or the system. */
async function listNames(folder: string): Promise<Result<readonly string[], TemplateFailure>> {
  try {
    const entries = await readdir(folder);
    return ok(entries.filter((name) => !name.startsWith('.')).toSorted());
  } catch (error) {
    return refuse(folder, `cannot be read (${readErrorCode(error)})`);
  }
}

async function readTemplateFile(folder: string, name: string): Promise<Result<string, TemplateFailure>> {
  const file = join(folder, name);
  if (!names.has(name)) return refuse(file, `is not one of the templates: ${[...names.keys()].join(', ')}`);
  try {
    if ((await stat(file)).size > MAX_BYTES) return refuse(file, `is larger than ${MAX_BYTES} bytes`);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
    return ok(text.replaceAll('\r\n', '\n'));
  } catch (error) {
    return refuse(file, error instanceof TypeError ? 'is not UTF-8' : `cannot be read (${readErrorCode(error)})`);
  }
}

type Name = { readonly kind: EmailKind; readonly isText: boolean };

const names: ReadonlyMap<string, Name> = new Map(
  emailKinds.flatMap((kind): [string, Name][] => [
    [`${kind}.txt`, { kind, isText: true }],
    [`${kind}.html`, { kind, isText: false }],
  ]),
);

function findProblem(name: string, content: string, files: ReadonlyMap<string, string>): string | undefined {
  const { kind, isText } = names.get(name) ?? { kind: 'recovery', isText: true };
  if (isText) return findProblemOfText(kind, content);
  if (!files.has(`${kind}.txt`)) return `requires ${kind}.txt in the same folder`;
  return findWrongPlaceholder(kind, content);
}

function findProblemOfText(kind: EmailKind, content: string): string | undefined {
  const parts = splitText(content);
  if (parts === undefined) return 'must begin with a line "Subject: ..." and an empty line';
  const { subject, text } = parts;
  if (subject.length > MAX_SUBJECT) return `has a subject of more than ${MAX_SUBJECT} characters`;
  if (/\{\{\s*link\s*\}\}/.test(subject)) return 'has {{link}} in its subject';
  return findWrongPlaceholder(kind, subject, null) ?? findWrongPlaceholder(kind, text);
}

/** @param needed the required placeholder; null for none */
function findWrongPlaceholder(
  kind: EmailKind,
  content: string,
  needed: string | null = readRules(kind).needed,
): string | undefined {
  const allowed: readonly string[] = readRules(kind).allowed;
  const named = [...content.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  const unknown = named.find((name) => !allowed.includes(name));
  if (unknown !== undefined) {
    const known = allowed.map((name) => `{{${name}}}`).join(', ');
    return `has the unknown placeholder {{${unknown}}}; it may have ${known}`;
  }
  if (/\{\{|\}\}/.test(content.replaceAll(PLACEHOLDER, ''))) return 'has braces {{ or }} that are not a placeholder';
  return needed === null || named.includes(needed) ? undefined : `has no {{${needed}}}`;
}

function splitText(content: string): { readonly subject: string; readonly text: string } | undefined {
  const [, subject, text] = /^Subject:[ \t]*(\S[^\n]*)\n[ \t]*\n([^]*)$/i.exec(content) ?? [];
  if (subject === undefined || text === undefined || text.trim() === '') return undefined;
  return { subject: subject.trim(), text };
}

function readTemplate(kind: EmailKind, files: ReadonlyMap<string, string>): MailTemplate {
  const parts = splitText(files.get(`${kind}.txt`) ?? '');
  return parts === undefined ? builtInTemplates[kind] : { ...parts, html: files.get(`${kind}.html`) ?? null };
}

const refuse = (file: string, problem: string): Result<never, TemplateFailure> =>
  fail({ type: 'wrong-template', file, problem });
