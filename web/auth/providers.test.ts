/** Names and icons of providers. */
import { expect, test } from 'vitest';
import { speakEnglish } from '#test/doubles/english.ts';
import { providerIcon, providerName } from './providers.ts';

await speakEnglish();

test.each([
  ['google', 'Google'],
  ['github', 'GitHub'],
  ['keycloak', 'Keycloak'],
  ['family', 'Family'],
  ['constructor', 'Constructor'],
  ['', ''],
])('[A3] the provider %j is called %j', (provider, name) => {
  expect(providerName(provider)).toBe(name);
});

test('[A3] a provider without an icon gets the key icon; every other provider has its own', () => {
  expect(providerIcon('family')).toBe(providerIcon('keycloak'));
  const icons = ['email', 'google', 'apple', 'github', 'family'].map(providerIcon);
  expect(new Set(icons).size).toBe(5);
  for (const icon of icons) expect(icon).toMatch(/^M[\d.]+ [\d.]+[a-zA-Z]/u);
});
