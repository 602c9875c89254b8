/** For tests: requests changes of address and opens the emailed links. */
import { vi } from 'vitest';
import { newEmail, type TestAuth } from '#server/auth/testing/test-auth.ts';
import type { Mail } from '#server/mail/mail.ts';

export const TO_NEW = 'Confirm your new email address';
export const TO_PRESENT = 'Confirm your email change';
export const CHANGED = 'Your email address was changed';
/** The fragment of the app's address after the first of two confirmations. */
export const HALF = '#message=Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent+to+the+other+email';

type Mover = { readonly email: string; readonly access: string };
type OpenChange = { readonly next: string; readonly toNew: string; readonly toPresent: string };

export type AddressChanges = {
  /** Waits for the latest email with this subject to this address, starting at an index. */
  readonly mailTo: (to: string, subject: string, from?: number) => Promise<Mail>;
  /** Opens a link and returns its redirect address. */
  readonly follow: (link: string) => Promise<URL>;
  /** Requests a change and returns the number of emails before it. */
  readonly askForChange: (access: string, email: string, body?: object) => Promise<number>;
  /** Requests a change and returns the links to both addresses. */
  readonly openChange: (mover: Mover, body?: object) => Promise<OpenChange>;
};

export function createEmailChanges({ app, request, mails }: TestAuth): AddressChanges {
  const mailTo: AddressChanges['mailTo'] = (to, subject, from = 0) =>
    vi.waitUntil(() => mails.slice(from).findLast((mail) => mail.to === to && mail.subject === subject));
  const askForChange: AddressChanges['askForChange'] = async (token, email, body = {}) => {
    const before = mails.length;
    const { status } = await request('PUT /user', { token, body: { email, ...body } });
    if (status !== 200) throw new Error(`The change was refused with ${status}.`);
    return before;
  };
  return {
    mailTo,
    askForChange,
    async follow(link) {
      const answer = await app.request(`/verify${new URL(link).search}`);
      if (answer.status !== 303) throw new Error(`A link leads on with 303, and not with ${answer.status}.`);
      return new URL(answer.headers.get('location') ?? '');
    },
    async openChange({ email, access }, body) {
      const next = newEmail();
      const before = await askForChange(access, next, body);
      const toNew = (await mailTo(next, TO_NEW, before)).link;
      return { next, toNew, toPresent: (await mailTo(email, TO_PRESENT, before)).link };
    },
  };
}
