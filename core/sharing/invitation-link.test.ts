/** The link of an invitation. */
import { expect, test } from 'vitest';
import { createInvitationLink, readInvitationSecret } from './invitation-link.ts';

const SECRET = 'Qk3_-x9ZQk3_-x9ZQk3_-x9ZQk3_-x9Z';

test('[H3] an invitation link contains the secret after the #, where no server sees it', () => {
  const link = new URL(createInvitationLink('https://list.example/', SECRET));
  expect([link.origin, link.pathname, link.search]).toEqual(['https://list.example', '/', '']);
  expect(readInvitationSecret(link.hash)).toBe(SECRET);
});

test.each(['', '#', '#code=1', `?join=${SECRET}`])('[H4] %j is no invitation', (fragment) => {
  expect(readInvitationSecret(fragment)).toBeNull();
});

test('[H4] a damaged link is an invitation that the backend does not know', () => {
  expect(
    ['#join=', '#join=short', `#join=${SECRET}%20`, `#join=${'x'.repeat(1000)}`].map(readInvitationSecret),
  ).toEqual(['-', 'short', `${SECRET}%20`, 'x'.repeat(128)]);
});
