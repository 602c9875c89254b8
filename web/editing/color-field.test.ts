/** The colors a category can have. */
import { expect, test } from 'vitest';
import { speakEnglish } from '#test/doubles/english.ts';
import { DEFAULT_CATEGORIES } from '#core/catalogue/default-categories.ts';
import { CATEGORY_COLORS } from './edit-category-dialog.tsx';

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

/** WCAG 2.2, contrast ratio. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
