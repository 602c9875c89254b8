/** Runs the linter or the compiler of this house in a folder, and reads what they refuse. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { HOUSE } from './planted-house.ts';

export type Refusal = {
  /** The path from the folder in which the tool ran. */
  readonly file: string;
  /** `plugin/rule` of the linter, or the compiler's number. */
  readonly rule: string;
};

type Diagnostic = {
  readonly message: string;
  readonly code?: string;
  readonly filename: string;
};

/** What oxlint refuses, rules that need types included. */
export async function runOxlint(root: string): Promise<readonly Refusal[]> {
  const output = await run(root, ['oxlint/bin/oxlint', '--type-aware', '--format', 'json']);
  // oxlint's own format; a field that is missing fails the test that reads it.
  const { diagnostics } = JSON.parse(output) as { readonly diagnostics: readonly Diagnostic[] };
  return diagnostics.map((diagnostic) => ({
    file: diagnostic.filename.replaceAll('\\', '/'),
    rule: diagnosticToRule(diagnostic),
  }));
}

/** `eslint(max-lines)` is written `eslint/max-lines` in .oxlintrc.json; an unused exception has a message only. */
function diagnosticToRule({ code, message }: Diagnostic): string {
  if (code) return code.replace(/^(?:react-hooks|(.+))\((.+)\)$/, (_, plugin = 'react', rule) => `${plugin}/${rule}`);
  return message.startsWith('Unused oxlint-disable directive') ? 'unused-exception' : message;
}

/** What the compiler refuses on these floors, each with its own settings. */
export async function runCompiler(root: string, floors: readonly string[]): Promise<readonly Refusal[]> {
  const output = await run(root, ['typescript/bin/tsc', '-b', '--pretty', 'false', ...floors]);
  return [...output.matchAll(/^(\S+)\(\d+,\d+\): error (TS\d+)/gm)].map(([, file = '', rule = '']) => ({
    file,
    rule,
  }));
}

/** What a Node program of this house prints; its exit code does not matter, as it refuses on purpose. */
async function run(cwd: string, [program = '', ...options]: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [path.join(HOUSE, 'node_modules', program), ...options], { cwd });
  const printed: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => printed.push(text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve(printed.join('')));
  });
}
