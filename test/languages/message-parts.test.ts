/** Each message is in the part that loads with the screens that show it, and is read when it is shown. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { FALLBACK, loadLanguages } from '#languages/languages.ts';
import { PROJECT } from '#test/boundaries/planted-project.ts';
import { findEarlyReads, findLoaded, readMessageNames, readSource } from './source-files.ts';

const parts = { ...FALLBACK, signedOut: await FALLBACK.load.signedOut(), signedIn: await FALLBACK.load.signedIn() };
const webFiles = (await readdir(path.join(PROJECT, 'web'), { recursive: true }))
  .map((name) => `web/${name.replaceAll('\\', '/')}`)
  .filter((name) => /\.tsx?$/u.test(name) && !/\.test\.tsx?$/u.test(name));

test.each([
  { who: 'the first load', entry: 'web/main.tsx', later: false, loaded: parts.start },
  {
    who: 'signed-out visitors',
    entry: 'web/signed-out.tsx',
    later: true,
    loaded: { ...parts.start, ...parts.signedOut },
  },
  { who: 'an open list', entry: 'web/deferred-parts.tsx', later: true, loaded: { ...parts.start, ...parts.signedIn } },
])('[I3] $who: all messages that the modules read load with them', ({ entry, later, loaded }) => {
  const missing = findLoaded(entry, { later }).flatMap((file) =>
    readMessageNames(readSource(file))
      .filter((name) => !Object.hasOwn(loaded, name))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('[I3] no module reads a message while it loads, because the language is chosen later', () => {
  expect(webFiles.length).toBeGreaterThan(150);
  expect(webFiles.flatMap((file) => findEarlyReads(file, readSource(file)))).toEqual([]);
  const planted = 'const A = messages.list.menu; const B = { b: messages.undo }; const c = () => messages.undo;';
  expect(findEarlyReads('planted.ts', planted)).toEqual(['messages.list.menu', 'messages.list', 'messages.undo']);
});

test('[W5] every message is shown somewhere', () => {
  const texts = webFiles.map(readSource).join('\n');
  const unused = Object.keys({ ...parts.start, ...parts.signedOut, ...parts.signedIn }).filter(
    (name) => !new RegExp(`messages\\.${name}\\b|'${name}'`, 'u').test(texts),
  );
  expect(unused).toEqual([]);
});

test('[W5] no two files of a part have a message of the same name', async () => {
  const folder = path.join(PROJECT, 'languages', FALLBACK.tag, 'messages');
  const files = (await readdir(folder)).filter((name) => !/^(?:start|signed-|counts|failures)|\.test\.ts$/u.test(name));
  const names = files.flatMap((name) =>
    [...readSource(`languages/${FALLBACK.tag}/messages/${name}`).matchAll(/^export (?:const|function) (\w+)/gmu)].map(
      ([, exported]) => exported,
    ),
  );
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('[I3] every language has the messages of English, and nothing else', async () => {
  for (const language of await loadLanguages()) {
    const own = { start: language.start, out: await language.load.signedOut(), in: await language.load.signedIn() };
    expect(namesOf(own)).toEqual(namesOf({ start: parts.start, out: parts.signedOut, in: parts.signedIn }));
  }
});

/** The paths of all messages. */
const namesOf = (value: unknown, at = ''): readonly string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([name, inner]) => namesOf(inner, `${at}.${name}`))
    : [at];
