/** Runs the project's linter or compiler in a folder and reads their errors. */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PROJECT } from './planted-project.ts';

export type Refusal = {
  /** The path from the folder in which the tool ran. */
  readonly file: string;
  /** `plugin/rule` of the linter, or the compiler's number. */
  readonly rule: string;
  readonly line: number;
};

type Diagnostic = {
  readonly message: string;
  readonly code?: string;
  readonly filename: string;
  readonly labels: readonly { readonly span: { readonly line: number } }[];
};

/** What oxlint refuses, rules that need types included. */
export async function runOxlint(root: string): Promise<readonly Refusal[]> {
  const output = await run(root, ['oxlint/bin/oxlint', '--type-aware', '--format', 'json']);
  // oxlint's own format; a field that is missing fails the test that reads it.
  const { diagnostics } = JSON.parse(output) as { readonly diagnostics: readonly Diagnostic[] };
  return diagnostics.map((diagnostic) => ({
    file: diagnostic.filename.replaceAll('\\', '/'),
    rule: diagnosticToRule(diagnostic),
    line: diagnostic.labels[0]?.span.line ?? 0,
  }));
}

/** `eslint(max-lines)` is written `eslint/max-lines` in oxlint.config.ts; an unused exception has a message only. */
function diagnosticToRule({ code, message }: Diagnostic): string {
  if (code) return code.replace(/^(?:react-hooks|(.+))\((.+)\)$/, (_, plugin = 'react', rule) => `${plugin}/${rule}`);
  return message.startsWith('Unused oxlint-disable directive') ? 'unused-exception' : message;
}

/** Writes the types of the CSS modules, as `npm run styles` does in this project. */
export async function typeStyles(root: string): Promise<void> {
  const { scripts } = JSON.parse(await readFile(path.join(PROJECT, 'package.json'), 'utf8')) as PackageFile;
  const [, ...options] = scripts.styles.replaceAll('"', '').split(' ');
  await run(root, ['happy-css-modules/bin/hcm.js', ...options]);
}

type PackageFile = { readonly scripts: { readonly styles: string } };

/** Returns the compiler's errors in these layers, each with its own settings. */
export async function runCompiler(root: string, layers: readonly string[]): Promise<readonly Refusal[]> {
  const output = await run(root, ['typescript/bin/tsc', '-b', '--pretty', 'false', ...layers]);
  return [...output.matchAll(/^(\S+)\((\d+),\d+\): error (TS\d+)/gm)].map(([, file = '', line = '', rule = '']) => ({
    file,
    rule,
    line: Number(line),
  }));
}

/** Returns what one of the project's Node programs prints. The exit code is ignored, because violations are planted on purpose. */
async function run(cwd: string, [program = '', ...options]: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [path.join(PROJECT, 'node_modules', program), ...options], { cwd });
  const printed: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => printed.push(text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve(printed.join('')));
  });
}
