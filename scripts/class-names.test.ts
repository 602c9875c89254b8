/** Class names of a build: short, and no two alike. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createClassNames } from './class-names.ts';

const web = path.join(import.meta.dirname, '../web');
const classes = globSync('**/*.module.css', { cwd: web })
  .toSorted()
  .flatMap((file) => {
    const names = new Set(readFileSync(path.join(web, file), 'utf8').match(/(?<=\.)[a-z][\w-]*(?=[^;{}]*\{)/gu));
    return [...names].map((name) => [name, path.join(web, file)] as const);
  });

test('every class has a name of its own, of at most four characters', () => {
  const nameOf = createClassNames(web);
  const names = classes.map(([name, file]) => nameOf(name, file));
  expect(names.length).toBeGreaterThan(100);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[a-z]{1,2}\d{1,2}$/u.test(name))).toEqual([]);
});

test('the same class has the same name each time it is asked for', () => {
  const [first, again] = [createClassNames(web), createClassNames(web)];
  for (const [name, file] of classes) {
    const short = first(name, file);
    expect([first(name, file), again(name, file)]).toEqual([short, short]);
  }
});
