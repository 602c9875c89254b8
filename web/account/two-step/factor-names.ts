/** Names of new factors, and reading phone numbers. */
import type { Factor } from '#client/ports/accounts.ts';
import { messages } from '#web/messages/messages.ts';

/** An unused name for a factor, because the backend requires unique names. */
export function nextFactorName(factors: readonly Pick<Factor, 'name'>[], kind: 'app' | 'phone'): string {
  const taken = new Set(factors.map(({ name }) => name));
  const names = factors.map((_, index) => `${messages.code[kind]} ${index + 2}`);
  return [messages.code[kind], ...names].find((name) => !taken.has(name)) ?? messages.code[kind];
}

/** Converts a typed phone number to E.164; null if it is not a phone number. */
export function readPhone(typed: string): string | null {
  const number = typed.replaceAll(/[\s()./-]/gu, '').replace(/^00/u, '+');
  return /^\+[1-9]\d{6,14}$/u.test(number) ? number : null;
}
