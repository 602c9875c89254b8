/** Describes a factor by its name or its type. */
import type { Factor } from '#client/ports/accounts.ts';
import { messages } from '#web/messages/messages.ts';

/** Returns the name and, for a phone, its number, without repeating either. */
export function describeFactor({ type, name, phone }: Pick<Factor, 'type' | 'name' | 'phone'>): string {
  const number = BARE_NUMBER.test(phone) ? `+${phone}` : phone;
  const title = name || { totp: messages.code.app, phone: messages.code.phone, recovery: messages.code.recovery }[type];
  return phone === '' || title.includes(phone) ? title : `${title} ${number}`;
}

/** GoTrue stores numbers without the plus sign. */
const BARE_NUMBER = /^\d{7,15}$/u;
