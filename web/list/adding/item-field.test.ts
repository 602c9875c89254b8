/** Pasted text as names. */
import { expect, test } from 'vitest';
import { readLines } from './item-field.tsx';

test('[L8] removes bullets, numbers and check boxes from lines, and drops blank lines', () => {
  const text = '- [ ] Milk\r\n* Bread\n\n  • Eggs \n1. Tea\n[x] Salt\n☐ Jam\n7 Up\n  \n- ';
  expect(readLines(text)).toEqual(['Milk', 'Bread', 'Eggs', 'Tea', 'Salt', 'Jam', '7 Up']);
});

test('[L8] keeps an amount at the start of a line, and drops lines without a visible character', () => {
  expect(readLines('1.5 l milk\n2. Bread\n\u200B\n3.Tea')).toEqual(['1.5 l milk', 'Bread', 'Tea']);
});
