/** The color of a category's swatch. */
import { expect, test } from 'vitest';
import { DEFAULT_CATEGORIES } from '#core/catalogue/default-categories.ts';
import { categoryColor } from './category-color.ts';

test('[spec-3] a default category keeps its color', () => {
  expect(DEFAULT_CATEGORIES.map(categoryColor)).toEqual([
    '#10b981',
    '#3b82f6',
    '#ef4444',
    '#f59e0b',
    '#06b6d4',
    '#6b7280',
  ]);
});

test('a category without a color gets a constant one, derived from its name', () => {
  const color = categoryColor({ name: 'Bakery', color: '' });
  expect(color).toMatch(/^oklch\(62% 0\.12 \d{1,3}\)$/);
  expect(categoryColor({ name: 'Bakery', color: '' })).toBe(color);
  expect(categoryColor({ name: 'Deli', color: '' })).not.toBe(color);
});

test.each(['red', '#fff', '#12345g', 'url(https://example.org/)', '#10b981; background: red'])(
  'ignores %j, which is not a plain hex color',
  (color) => {
    expect(categoryColor({ name: 'Bakery', color })).toBe(categoryColor({ name: 'Bakery', color: '' }));
  },
);

test.each(['', '🧀', 'קפה', 'x'.repeat(2000)])('a hue is a whole number of degrees for any name', (name) => {
  const hue = Number(/ (?<hue>\d+)\)$/.exec(categoryColor({ name, color: '' }))?.groups?.['hue']);
  expect(hue).toBeGreaterThanOrEqual(0);
  expect(hue).toBeLessThanOrEqual(360);
});
