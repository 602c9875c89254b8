/** No English is left in the screens: each text comes from the messages of the language. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FALLBACK } from '#languages/languages.ts';
import { PROJECT } from '#test/boundaries/planted-project.ts';
import { PSEUDO } from '#test/doubles/pseudo-language.ts';
import { FirstCard, prepareCard } from '#web/sign-in/screen/sign-in-card.tsx';
import { findSentences, readSource } from './source-files.ts';

/** The texts and the labels of a page that have letters, without the product's name and icons. */
const readTexts = (markup: string): readonly string[] =>
  [...markup.matchAll(/>([^<]+)<|(?:aria-label|placeholder|title|alt)="([^"]+)"/gu)]
    .map(([, text, label]) => text ?? label ?? '')
    .filter((text) => /\p{L}/u.test(text));

test('[I3] the first card shows only messages of the language, and shows them in another one after a change', async () => {
  await prepareCard(PSEUDO);
  const texts = readTexts(renderToStaticMarkup(createElement(FirstCard)));
  expect(texts.length).toBeGreaterThan(8);
  expect(texts.filter((text) => !text.includes('⟦') && !text.includes('⟧'))).toEqual([]);
  await prepareCard(FALLBACK);
  expect(readTexts(renderToStaticMarkup(createElement(FirstCard))).join(' ')).not.toContain('⟦');
});

/** The name of a browser, and what the backend says. */
const NOT_OURS = new Set([
  'Samsung Internet',
  'Confirmation link accepted. Please proceed to confirm link sent to the other email',
]);

test('[I3] no module of the screens contains a sentence', () => {
  const files = readdirSync(path.join(PROJECT, 'web'), { recursive: true, encoding: 'utf8' })
    .map((name) => `web/${name.replaceAll('\\', '/')}`)
    .filter((name) => /\.tsx?$/u.test(name) && !/\.test\.tsx?$|\/testing\//u.test(name));
  const sentences = files.flatMap((file) =>
    findSentences(file, readSource(file))
      .filter((sentence) => !NOT_OURS.has(sentence))
      .map((sentence) => `${file}: ${sentence}`),
  );
  expect(sentences).toEqual([]);
  const planted = "const a = <p title='Add an item' />; const b = `Delete ${a}`; throw new Error('No list is open');";
  expect(findSentences('planted.tsx', planted)).toEqual(['Add an item', 'Delete ']);
});
