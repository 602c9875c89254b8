/** A second step in words: what its owner called it, or what it is. */
import type { Factor } from '#client/ports/accounts.ts';
import { code as words } from '#web/messages/en/entry.ts';

/** The name, and the number of a phone as far as it is shown; neither is there twice. */
export function describeFactor({ type, name, phone }: Pick<Factor, 'type' | 'name' | 'phone'>): string {
  const number = BARE_NUMBER.test(phone) ? `+${phone}` : phone;
  const title = name || (type === 'phone' ? words.phone : words.app);
  return phone === '' || title.includes(phone) ? title : `${title} ${number}`;
}

/** Backends keep numbers without their plus (GoTrue). */
const BARE_NUMBER = /^\d{7,15}$/u;
