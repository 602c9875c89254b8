/** Tells the owner of an account that a way into it was added or taken away: it may have been somebody else. */
import type { AuthBase } from '#server/auth/auth-base.ts';
import type { User } from '#server/auth/accounts/users.ts';
import type { FactorType } from '#server/auth/factors/factors.ts';
import { sendLetter } from '#server/auth/links/send-letter.ts';

/** To be called after the commit. Takes one sentence, without anything that a caller has written. */
export function tellOfChange(auth: AuthBase, { email }: Pick<User, 'email'>, event: string): void {
  if (email !== null) auth.defer(() => sendLetter(auth, { kind: 'security', to: email, email, event }));
}

/** Says what became of a second step. */
export function tellOfFactor(
  auth: AuthBase,
  user: Pick<User, 'email'>,
  { type, became }: { readonly type: FactorType; readonly became: 'added' | 'removed' },
): void {
  const step = { totp: 'An authenticator app', phone: 'A phone' }[type];
  const end = became === 'added' ? 'added to your account' : 'removed from your account';
  tellOfChange(auth, user, `${step} for codes was ${end}.`);
}
