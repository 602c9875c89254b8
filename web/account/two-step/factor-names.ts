/** Names of new factors, and reading phone numbers. */
import type { Factor } from '#client/ports/accounts.ts';
import { code as words } from '#web/messages/en/sign-in.ts';

/** An unused name for a factor, because the backend requires unique names. */
export function nextFactorName(factors: readonly Pick<Factor, 'name'>[], kind: 'app' | 'phone'): string {
  const taken = new Set(factors.map(({ name }) => name));
  const names = factors.map((_, index) => `${words[kind]} ${index + 2}`);
  return [words[kind], ...names].find((name) => !taken.has(name)) ?? words[kind];
}

/** Converts a typed phone number to E.164; null if it is not a phone number. */
export function readPhone(typed: string): string | null {
  const number = typed.replaceAll(/[\s()./-]/gu, '').replace(/^00/u, '+');
  return /^\+[1-9]\d{6,14}$/u.test(number) ? number : null;
}
