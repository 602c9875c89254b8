/** Pasted text as names. */
import { expect, test } from 'vitest';
import { readLines } from './item-field.tsx';

const readNames = (text: string): readonly string[] => readLines(text).map(({ name }) => name);

test('[L8] removes bullets, numbers and check boxes from lines, and drops blank lines', () => {
  const text = '- [ ] Milk\r\n* Bread\n\n  • Eggs \n1. Tea\n[x] Salt\n☐ Jam\n7 Up\n  \n- ';
  expect(readNames(text)).toEqual(['Milk', 'Bread', 'Eggs', 'Tea', 'Salt', 'Jam', '7 Up']);
});

test('[L8] keeps an amount at the start of a line, and drops lines without a visible character', () => {
  expect(readNames('1.5 l milk\n2. Bread\n\u200B\n3.Tea')).toEqual(['1.5 l milk', 'Bread', 'Tea']);
});

test.each(['[x] Milk', '[X] Milk', '- [x] Milk', '1. [x] Milk', '✓ Milk', '✔️ Milk', '- ☑ Milk', '✅ Milk', '[✓]Milk'])(
  '[L8] reads %j as a ticked line',
  (line) => {
    expect(readLines(line)).toEqual([{ name: 'Milk', checked: true }]);
  },
);

test.each(['[ ] Milk', '[] Milk', '- Milk', '* [ ] Milk', '☐ Milk', '⬜ Milk', '2) Milk'])(
  '[L8] reads %j as a line that is not ticked',
  (line) => {
    expect(readLines(line)).toEqual([{ name: 'Milk', checked: false }]);
  },
);
