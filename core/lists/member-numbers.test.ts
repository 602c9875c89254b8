/** Numbers of members without a name. */
import { expect, test } from 'vitest';
import { memberNumbers } from './tell-apart.ts';

const member = (at: number) => ({ id: `0000-${at}`, name: '', role: 'member' }) as const;
const members = Array.from({ length: 20 }, (_, at) => member(at));

test('[A7] members of a list have different numbers', () => {
  const numbers = [...memberNumbers(members).values()];
  expect(new Set(numbers).size).toBe(20);
  for (const number of numbers) expect(number).toSatisfy((value: number) => value >= 1 && value <= 99);
});

test('[A7] a number stays when someone joins', () => {
  const before = memberNumbers(members.slice(0, 12));
  const after = memberNumbers(members);
  for (const [id, number] of before) expect(after.get(id)).toBe(number);
});

test('[A7] more members than numbers still have one each', () => {
  expect(memberNumbers(Array.from({ length: 120 }, (_, at) => member(at))).size).toBe(120);
});
