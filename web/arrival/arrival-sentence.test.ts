/** What a link that failed says. */
import { expect, test } from 'vitest';
import { arrivalSentence, arrivalTitle, describeConfirmed, wayOn } from './arrival-sentence.ts';

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

test('[A3] [W5] a link that may have done its work elsewhere is not called a failure', () => {
  const failed = arrivalTitle({ type: 'code-missing' });
  expect(arrivalTitle({ type: 'other-device' })).not.toBe(failed);
  expect(arrivalTitle({ type: 'link-expired' })).not.toBe(failed);
  // A link of another browser is of no use there either, once it was opened here.
  expect(arrivalSentence({ type: 'other-device' })).not.toContain('where you asked');
});

test('[A3] the first of two links does not say that all is done, and says what is left to do', () => {
  const message = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';
  expect(describeConfirmed(message)).toEqual({
    title: 'One More Link',
    text: 'Now open the link in the mail to the other address.',
  });
  expect(describeConfirmed('')).toEqual({ title: 'Email Confirmed', text: 'Your address is confirmed.' });
  expect(describeConfirmed('Something new')).toEqual({ title: 'Your Link', text: 'Something new' });
});
