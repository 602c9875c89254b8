/** The link of an invitation. */
import { expect, test } from 'vitest';
import { createInvitationLink, readInvitationSecret } from './invitation-link.ts';

const SECRET = 'Qk3_-x9ZQk3_-x9ZQk3_-x9ZQk3_-x9Z';

test('[H3] an invitation link contains the secret after the #, where no server sees it', () => {
  const link = new URL(createInvitationLink('https://list.example/', SECRET));
  expect([link.origin, link.pathname, link.search]).toEqual(['https://list.example', '/', '']);
  expect(readInvitationSecret(link.hash)).toBe(SECRET);
});

test.each(['', '#', '#join=', '#join=short', `#join=${SECRET}&code=1`, `#join=${SECRET}%20`, `?join=${SECRET}`])(
  '[H4] %j is no invitation',
  (fragment) => {
    expect(readInvitationSecret(fragment)).toBeNull();
  },
);
