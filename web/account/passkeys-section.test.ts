/** The localhost address of an app that is open at an IP address of this computer. */
import { expect, test } from 'vitest';
import { speakEnglish } from '#test/doubles/english.ts';
import { findLocalName } from './passkeys-section.tsx';

await speakEnglish();

test.each([
  ['http://127.0.0.1:3000', 'http://localhost:3000'],
  ['http://[::1]:3000', 'http://localhost:3000'],
  ['http://127.0.0.1', 'http://localhost'],
  ['http://192.168.1.20:3000', null],
  ['https://list.example', null],
])('[A3] %s has the name %s', (address, name) => {
  expect(findLocalName(new URL(address))).toBe(name);
});
