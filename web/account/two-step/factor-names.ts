/** What a new second step is called, and how a phone number is read. */
import type { Factor } from '#client/ports/accounts.ts';
import { code as words } from '#web/messages/en/sign-in.ts';

/** A name that no other second step has: the backend takes none twice. */
export function nextFactorName(factors: readonly Pick<Factor, 'name'>[], kind: 'app' | 'phone'): string {
  const taken = new Set(factors.map(({ name }) => name));
  const names = factors.map((_, index) => `${words[kind]} ${index + 2}`);
  return [words[kind], ...names].find((name) => !taken.has(name)) ?? words[kind];
}

/** A number as telephones write it (E.164), from how people do; null for what is none. */
export function readPhone(typed: string): string | null {
  const number = typed.replaceAll(/[\s()./-]/gu, '').replace(/^00/u, '+');
  return /^\+[1-9]\d{6,14}$/u.test(number) ? number : null;
}
