import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fail, runSteps, type Checks, type Steps } from './steps.ts';

describe('runSteps', () => {
  it('returns the value of the last step', async () => {
    expect(await runSteps(double(4))).toEqual({ ok: true, value: 8 });
  });

  it('ends at the first failure, with its details, and runs nothing after it', async () => {
    const log: string[] = [];
    const work = async function* (): Steps<number> {
      log.push('before');
      const doubled = yield* double(-1);
      log.push('after');
      return doubled;
    };
    expect(await runSteps(work())).toEqual({
      ok: false,
      failure: { type: 'validation-failed', message: '-1 is negative' },
    });
    expect(log).toEqual(['before']);
  });

  it('rejects with the error of a bug, which the steps can catch', async () => {
    const bug = new Error('a bug');
    const broken = async function* (): Steps<never> {
      yield* double(1);
      throw bug;
    };
    await expect(runSteps(broken())).rejects.toBe(bug);
  });
});

/** Without `yield*`, a step is never run: a forgotten limit would limit nothing, and the compiler accepts that. */
it('every step of the auth API is taken with yield*, runSteps or return', async () => {
  const texts = await readSources();
  const names = texts.flatMap((text) => [...text.matchAll(STEP)].map(([, name, other = '']) => name ?? other));
  expect(names.length).toBeGreaterThan(80);
  expect(texts.flatMap((text) => findForgotten(text, new Set([...names, 'fail'])))).toEqual([]);
});

it('a step that is called without yield* is found', () => {
  const names = new Set(['limitAddress']);
  expect(findForgotten("  await limitAddress(auth, ip, 'otherByAddress');", names)).toHaveLength(1);
  expect(findForgotten("  yield* limitAddress(auth, ip, 'otherByAddress');", names)).toEqual([]);
});

async function* double(number: number): Steps<number> {
  yield* checkPositive(number);
  return number * 2;
}

function* checkPositive(number: number): Checks<void> {
  if (number < 0) yield* fail('validation-failed', { message: `${number} is negative` });
}

/** The declaration of a step. */
const STEP = /function\* (\w+)|(?:const|function) (\w+)[^\n]*\): (?:Steps|Checks)</gu;

/** Lists the statements that start with a call of a step, or only await it. */
function findForgotten(text: string, names: ReadonlySet<string>): readonly string[] {
  return text.split('\n').filter((line, at, lines) => {
    const called = /^\s*(?:(?:if|for) \(.*\) )?(?:(?:const|let) [^=]+ = )?(?:await )?(\w+)\(/u.exec(line)?.[1];
    return called !== undefined && names.has(called) && !line.includes('function') && !lines[at - 1]?.endsWith('=>');
  });
}

async function readSources(): Promise<readonly string[]> {
  const folder = join(import.meta.dirname, '..');
  const files = (await readdir(folder, { recursive: true })).filter(
    (name) =>
      name.endsWith('.ts') &&
      !name.endsWith('.test.ts') &&
      !name.includes('testing') &&
      !name.endsWith('requests/steps.ts'),
  );
  return Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
}
