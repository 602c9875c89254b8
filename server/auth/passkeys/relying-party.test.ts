/** The pages that can use the passkeys of the site. */
import { expect, test } from 'vitest';
import { toRelyingParty } from './webauthn.ts';

test('[A3] the site and the redirect addresses on its host or below it are the only origins', () => {
  const redirectUrls = [
    'https://app.list.example/welcome',
    'https://list.example:8443',
    'https://list.example/again',
    'https://other.example',
    'https://evil-list.example',
    'https://list.example.evil.example',
    'https://*.list.example',
    'list://list.example/callback',
    'nonsense',
  ];
  expect(toRelyingParty({ siteUrl: 'https://list.example/shop/', redirectUrls })).toEqual({
    id: 'list.example',
    origins: ['https://list.example', 'https://app.list.example', 'https://list.example:8443'],
  });
});
