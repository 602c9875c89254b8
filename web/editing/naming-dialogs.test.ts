/** The colors a category can have. */
import { expect, test } from 'vitest';
import { speakEnglish } from '#test/doubles/english.ts';
import { DEFAULT_CATEGORIES } from '#core/catalogue/catalogue.ts';
import { CATEGORY_COLORS } from './naming-dialogs.tsx';
import { contrast } from '#core/testing/contrast.ts';

await speakEnglish();

const colors = CATEGORY_COLORS.map(([, color]) => color);

/** The page background of tokens.css in both themes, as hex. */
const PAPERS = ['#ffffff', '#1a1f1b'];

test('[spec-3] the six default colors come first, and no color appears twice', () => {
  expect(colors.slice(0, 6)).toEqual(DEFAULT_CATEGORIES.map(({ color }) => color));
  expect(new Set(colors).size).toBe(12);
});

test.each(colors.slice(6))('[D3] %s reaches 3:1 on light and on dark paper', (color) => {
  for (const paper of PAPERS) expect(contrast(color, paper)).toBeGreaterThanOrEqual(3);
});
