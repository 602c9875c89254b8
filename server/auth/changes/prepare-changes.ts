/** What somebody wants to change of the own account, and whether it may be changed. Nothing is written yet. */
import * as v from 'valibot';
import type { AuthBase } from '#server/auth/auth-base.ts';
import { parseEmailAddress } from '#server/auth/accounts/email-address.ts';
import type { Metadata } from '#server/auth/accounts/metadata.ts';
import { requireFullAssurance } from '#server/auth/factors/require-full-assurance.ts';
import { parseChallenge } from '#server/auth/links/pkce.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import type { SignedIn } from '#server/auth/requests/authenticate.ts';
import { optionalRecord, optionalText } from '#server/auth/requests/read-body.ts';
import type { Result } from '#server/result.ts';
import { checkAddress } from './change-address.ts';
import type { AddressWish } from './change-address.ts';
import { preparePassword } from './prepare-password.ts';
import type { NewPassword, PasswordWish } from './prepare-password.ts';

/** The body of PUT /user, as auth-js sends it. */
export const changesSchema = v.object({
  email: optionalText,
  phone: optionalText,
  password: v.nullish(v.string()),
  current_password: optionalText,
  nonce: optionalText,
  data: optionalRecord,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
});

type Wish = { readonly body: v.InferOutput<typeof changesSchema>; readonly redirectTo: string };

export type Changes = {
  readonly password: NewPassword | null;
  readonly address: AddressWish | null;
  /** The address that the account has was named: it is to stay, whatever was asked for before. */
  readonly keepsAddress: boolean;
  readonly data: Metadata;
};

/** Address and password need both steps where there are two. The costly checks come last, a mail's limit last of all. */
export async function prepareChanges(
  auth: AuthBase,
  signedIn: SignedIn,
  wish: Wish,
): Promise<Result<Changes, AuthFailure>> {
  const named = parseAddress(signedIn, wish);
  if (!named.ok) return named;
  const { address } = named.value;
  const passwordWish = readPasswordWish(wish);
  const isGuarded = address !== null || passwordWish !== null;
  const assured = isGuarded ? await requireFullAssurance(auth, signedIn) : NOTHING;
  if (!assured.ok) return assured;
  const password = await prepareNewPassword(auth, signedIn, passwordWish);
  if (!password.ok) return password;
  const free = address === null ? NOTHING : await checkAddress(auth, signedIn.user, address);
  return free.ok ? { ok: true, value: { ...named.value, password: password.value, data: wish.body.data } } : free;
}

const NOTHING = { ok: true, value: null } as const;

async function prepareNewPassword(
  auth: AuthBase,
  signedIn: SignedIn,
  wish: PasswordWish | null,
): Promise<Result<NewPassword | null, AuthFailure>> {
  return wish === null ? NOTHING : preparePassword(auth, signedIn, wish);
}

function readPasswordWish({ body }: Wish): PasswordWish | null {
  const { password, current_password: currentPassword, nonce } = body;
  return password === undefined || password === null ? null : { password, currentPassword, nonce };
}

function parseAddress(
  { user }: SignedIn,
  { body, redirectTo }: Wish,
): Result<Pick<Changes, 'address' | 'keepsAddress'>, AuthFailure> {
  if (body.phone !== '') return fail('validation-failed', { message: 'A phone number cannot be added' });
  const challenge = parseChallenge(body.code_challenge, body.code_challenge_method);
  if (!challenge.ok) return challenge;
  if (body.email === '') return { ok: true, value: { address: null, keepsAddress: false } };
  const newEmail = parseEmailAddress(body.email);
  if (newEmail === undefined) return fail('invalid-email');
  if (newEmail === user.email) return { ok: true, value: { address: null, keepsAddress: true } };
  const address = { newEmail, challenge: challenge.value, redirectTo };
  return { ok: true, value: { address, keepsAddress: false } };
}
