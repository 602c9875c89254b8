/** The colors of categories: how different they look, and when they change. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CATALOGUE_CATEGORIES, DEFAULT_CATEGORIES } from '#core/catalogue/catalogue.ts';
import { nameKey, createNameOrder } from '#core/name/name-key.ts';
import { categoryRow, change, itemRow, memoryOf } from '#core/testing/contents.ts';
import { AUTOMATIC_COLORS, CATALOGUE_COLORS, chooseColors, colorDistance, LEAST_DISTANCE } from './category-colors.ts';
import { createListView } from './list-view.ts';
import { contrast } from '#core/testing/contrast.ts';

const DEFAULT_COLORS = DEFAULT_CATEGORIES.map(({ color }) => color);
const OWN_COLORS = [...Object.values(CATALOGUE_COLORS), ...AUTOMATIC_COLORS];

/** The page background of tokens.css in both themes, as hex. */
const PAPERS = ['#ffffff', '#1a1f1b'];

/** The least distance of any two of the colors. */
const leastDistance = (colors: readonly string[]): number =>
  Math.min(...colors.flatMap((one, at) => colors.slice(at + 1).map((other) => colorDistance(one, other))));

describe('the palette', () => {
  test('[L15] each category of the catalogue has its own color, and no two of the 23 look alike', () => {
    expect(Object.keys(CATALOGUE_COLORS)).toEqual(CATALOGUE_CATEGORIES.map(({ name }) => nameKey(name)));
    expect(leastDistance(Object.values(CATALOGUE_COLORS))).toBeGreaterThan(LEAST_DISTANCE);
  });

  test('[L15] the six default colors do not look alike, nor like those of the catalogue, except for equal names', () => {
    const colors = [...new Set([...DEFAULT_COLORS, ...OWN_COLORS])];
    expect(colors).toHaveLength(6 + 23 - 2 + 12);
    expect(leastDistance(colors)).toBeGreaterThan(LEAST_DISTANCE);
    for (const { name, color } of DEFAULT_CATEGORIES) expect(CATALOGUE_COLORS[nameKey(name)] ?? color).toBe(color);
  });

  test('[L15] the distance is that of OKLab', () => {
    expect(colorDistance('#000000', '#ffffff')).toBeCloseTo(1, 5);
    expect(colorDistance('#ff0000', '#00ff00')).toBeCloseTo(0.5198, 3);
  });

  test.each(OWN_COLORS.filter((color) => !DEFAULT_COLORS.includes(color)))(
    '[L15] [D3] %s reaches 3:1 on light and on dark paper',
    (color) => {
      for (const paper of PAPERS) expect(contrast(color, paper)).toBeGreaterThanOrEqual(3);
    },
  );
});

const category = (id: string, name: string, color = '') => ({ id, name, color });
const colorsOf = (...categories: readonly ReturnType<typeof category>[]) =>
  Object.fromEntries(chooseColors(categories));

describe('the color of a category', () => {
  test('[spec-3] [L15] a stored color stays, unless it is not a plain hex color', () => {
    expect(colorsOf(category('1', 'Bakery', '#10B981'))).toEqual({ 1: '#10B981' });
    for (const color of ['red', '#fff', '#12345g', 'url(https://example.org/)', '#10b981; background: red']) {
      expect(colorsOf(category('1', 'Bakery', color))).toEqual({ 1: CATALOGUE_COLORS['bakery'] });
    }
  });

  test('[L15] a name has a constant color, which a newer category, or one of the catalogue, does not change', () => {
    const { 1: alone } = colorsOf(category('1', 'Wine'));
    const others = ['Bakery', 'Deli', 'Garden', 'Party', 'Wine'].map((name, at) => category(String(at + 2), name));
    expect(colorsOf(...others, category('1', 'Wine'))[1]).toBe(alone);
    expect(AUTOMATIC_COLORS).toContain(alone);
  });

  test('[L15] an automatic color avoids those that shoppers chose', () => {
    const { 1: alone = '' } = colorsOf(category('1', 'Wine'));
    const both = colorsOf(category('1', 'Wine'), category('2', 'Beer', alone));
    expect(colorDistance(both[1] ?? '', alone)).toBeGreaterThan(LEAST_DISTANCE);
  });

  test.each(['', '🧀', 'קפה', 'x'.repeat(2000), '__proto__', 'constructor'])('[L15] any name has one: %j', (name) => {
    expect(colorsOf(category('1', name))[1]).toMatch(/^#[0-9a-f]{6}$/);
  });

  test('[L15] no two look alike: the six default categories, the catalogue and up to twelve others, in any order', () => {
    const fixed = [...DEFAULT_CATEGORIES, ...CATALOGUE_CATEGORIES].filter(
      ({ name }, at, all) => all.findIndex((other) => other.name === name) === at,
    );
    const names = fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), {
      maxLength: 12,
      selector: nameKey,
    });
    fc.assert(
      fc.property(names, fc.boolean(), (others, isReversed) => {
        const categories = [
          ...fixed.map(({ name, color }, at) => category(`default-${at}`, name, color)),
          ...others.map((name, at) => category(`${1e12 + at}`, `${name}!`)),
        ];
        const colors = chooseColors(isReversed ? categories.toReversed() : categories);
        expect(leastDistance([...colors.values()])).toBeGreaterThan(LEAST_DISTANCE);
        expect(colors).toEqual(new Map(categories.map(({ id }) => [id, chooseColors(categories).get(id)])));
      }),
    );
  });

  test('[L15] with more categories than colors, each still has one', () => {
    const many = Array.from({ length: 200 }, (_, at) => category(String(1e12 + at), `Aisle ${at}`));
    expect(new Set(chooseColors(many).values()).size).toBeGreaterThan(30);
  });
});

describe('a list', () => {
  const order = createNameOrder('en');

  test('[L15] shows a category that is not on it yet in the color that it will have', () => {
    const memory = memoryOf({ categories: [categoryRow('1', { name: 'Wine' })] });
    const view = createListView(memory.list, order);
    const created = { id: '2', name: 'Wine bar', color: '', inList: true };
    const before = view.color(created);
    view.update(change(memory, { type: 'add-item', id: 'x', name: 'Cava', category: '2', newCategory: created }));
    expect(view.shownCategory('2')?.color).toBe(before);
  });

  test('[L15] [H12] shows hundreds of categories without a delay, including those of items whose category has no row', () => {
    const many = Array.from({ length: 300 }, (_, at) => at);
    const memory = memoryOf({
      categories: many.map((at) => categoryRow(`c${at}`)),
      items: many.map((at) => itemRow(`i${at}`, { category: `other${at}` })),
    });
    // The real time, in milliseconds. Comparing each color with all earlier ones would take half a minute.
    // oxlint-disable-next-line no-restricted-globals
    const now = () => performance.now();
    const begun = now();
    const view = createListView(memory.list, order);
    expect(view.shownCategoryIds()).toHaveLength(600);
    expect(now() - begun).toBeLessThan(3000);
  });

  test('[L15] recolors only the categories that look like a newly chosen color', () => {
    const memory = memoryOf({ categories: [categoryRow('1', { name: 'Wine' }), categoryRow('2', { name: 'Bakery' })] });
    const view = createListView(memory.list, order);
    const color = view.shownCategory('1')?.color ?? '';
    const keys = view.update(change(memory, { type: 'edit-category', id: '2', name: 'Bakery', color }));
    expect(view.shownCategory('1')?.color).not.toBe(color);
    expect([...keys].toSorted()).toEqual(['categories', 'category:1', 'category:2']);
  });
});
