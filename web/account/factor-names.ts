/** What a new authenticator app is called, and how a phone number is read. */
import type { Factor } from '#client/ports/accounts.ts';
import { code as words } from '#web/messages/en/entry.ts';

/** A name that no other second step has: the backend takes none twice. */
export function nextAppName(factors: readonly Pick<Factor, 'name'>[]): string {
  const taken = new Set(factors.map(({ name }) => name));
  const names = factors.map((_, index) => `${words.app} ${index + 2}`);
  return [words.app, ...names].find((name) => !taken.has(name)) ?? words.app;
}

/** A number as telephones write it (E.164), from how people do; null for what is none. */
export function readPhone(typed: string): string | null {
  const number = typed.replaceAll(/[\s()./-]/gu, '').replace(/^00/u, '+');
  return /^\+[1-9]\d{6,14}$/u.test(number) ? number : null;
}
