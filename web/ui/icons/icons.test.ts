/** Each icon can be drawn, and can be told from the others. */
import { expect, test } from 'vitest';
import { icons } from './icons.ts';
import { toolIcons } from './tool-icons.ts';

const all = Object.entries({ ...icons, ...toolIcons });

test('[D4] no two icons look the same', () => {
  expect(new Set(all.map(([, path]) => path)).size).toBe(all.length);
});

test.each(all)('[D4] the icon %s is drawn with at least one line', (_name, path) => {
  expect(path).toMatch(/^M-?[\d.]+ -?[\d.]+[a-zA-Z]/u);
});
