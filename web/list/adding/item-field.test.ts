/** Pasted text as names. */
import { expect, test } from 'vitest';
import { readLines } from './item-field.tsx';

test('[L8] lines lose their bullets, numbers and check boxes, and blank lines are dropped', () => {
  const text = '- [ ] Milk\r\n* Bread\n\n  • Eggs \n1. Tea\n[x] Salt\n☐ Jam\n7 Up\n  \n- ';
  expect(readLines(text)).toEqual(['Milk', 'Bread', 'Eggs', 'Tea', 'Salt', 'Jam', '7 Up']);
});

test('[L8] an amount at the start of a line stays, and a line without a visible character is dropped', () => {
  expect(readLines('1.5 l milk\n2. Bread\n\u200B\n3.Tea')).toEqual(['1.5 l milk', 'Bread', 'Tea']);
});
