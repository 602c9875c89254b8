import { expect, test } from 'vitest';
import { DEFAULT_CATEGORIES } from './default-categories.ts';

test('[L2] a new account starts with the six categories and colours of the spec', () => {
  expect(DEFAULT_CATEGORIES.map(({ name, color }) => `${name} ${color}`)).toEqual([
    'Produce #10b981',
    'Dairy #3b82f6',
    'Meat #ef4444',
    'Pantry #f59e0b',
    'Frozen #06b6d4',
    'Other #6b7280',
  ]);
});
