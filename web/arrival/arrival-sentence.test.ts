/** What a link that failed says. */
import { expect, test } from 'vitest';
import { arrivalSentence, wayOn } from './arrival-sentence.ts';

test.each([
  ['code-missing', 'code is missing', 'new-link'],
  ['other-device', 'did not ask for this link', 'new-link'],
  ['link-expired', 'used already, or is too old', 'new-link'],
  ['unreachable', 'still works', 'again'],
  ['no-server', 'no account server', 'leave'],
] as const)('[spec-8] [A2] %s has its sentence and a way on', (type, words, way) => {
  expect(arrivalSentence({ type })).toContain(words);
  expect(wayOn({ type })).toBe(way);
});

test('[spec-8] what a provider or the backend says is shown as received, and silence has a sentence', () => {
  expect(arrivalSentence({ type: 'provider-refused', message: 'The user denied it' })).toBe('The user denied it');
  expect(arrivalSentence({ type: 'provider-refused', message: '' })).toContain('not signed in there');
  expect(arrivalSentence({ type: 'refused', message: 'User is banned' })).toBe('User is banned');
  expect(arrivalSentence({ type: 'refused', message: '' })).not.toBe('');
});
