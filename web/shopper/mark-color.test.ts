/** The color of a category's mark. */
import { expect, test } from 'vitest';
import { DEFAULT_CATEGORIES } from '#core/catalogue/default-categories.ts';
import { markColor } from './mark-color.ts';

test('[spec-3] a default category keeps its color', () => {
  expect(DEFAULT_CATEGORIES.map(markColor)).toEqual(['#10b981', '#3b82f6', '#ef4444', '#f59e0b', '#06b6d4', '#6b7280']);
});

test('a category without a color gets a constant one, derived from its name', () => {
  const color = markColor({ name: 'Bakery', color: '' });
  expect(color).toMatch(/^oklch\(62% 0\.12 \d{1,3}\)$/);
  expect(markColor({ name: 'Bakery', color: '' })).toBe(color);
  expect(markColor({ name: 'Deli', color: '' })).not.toBe(color);
});

test.each(['red', '#fff', '#12345g', 'url(https://example.org/)', '#10b981; background: red'])(
  'ignores %j, which is not a plain hex color',
  (color) => {
    expect(markColor({ name: 'Bakery', color })).toBe(markColor({ name: 'Bakery', color: '' }));
  },
);

test.each(['', '🧀', 'קפה', 'x'.repeat(2000)])('a hue is a whole number of degrees for any name', (name) => {
  const hue = Number(/ (?<hue>\d+)\)$/.exec(markColor({ name, color: '' }))?.groups?.['hue']);
  expect(hue).toBeGreaterThanOrEqual(0);
  expect(hue).toBeLessThanOrEqual(360);
});
