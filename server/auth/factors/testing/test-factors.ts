/** For tests: an authenticator app and a phone, and the calls that set them up. */
import { Secret, TOTP } from 'otpauth';
import * as v from 'valibot';
import type { Answer, TestAuth } from '#server/auth/testing/test-auth.ts';

/** What an authenticator app shows for a secret at a time (milliseconds since 1970). */
export function readApp(secret: string, timestamp: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

export type TestFactor = {
  readonly id: string;
  /** The code of this moment: of the app, or the latest text. */
  readonly code: () => string;
};

/** Begins a factor of an authenticator app; its name is its own. */
export async function enrolApp(auth: TestAuth, token: string): Promise<TestFactor> {
  const body = { factor_type: 'totp', friendly_name: nextName(), issuer: 'Checklist' };
  const { json } = await auth.ask('POST /factors', { token, body });
  const { secret } = v.parse(v.looseObject({ secret: v.string() }), json['totp']);
  return { id: json.id, code: () => readApp(secret, auth.now()) };
}

/** Begins a factor of a phone that nobody else has. */
export async function enrolPhone(auth: TestAuth, token: string, phone = nextNumber()): Promise<TestFactor> {
  const body = { factor_type: 'phone', friendly_name: nextName(), phone };
  const { json } = await auth.ask('POST /factors', { token, body });
  return { id: json.id, code: () => readText(auth, phone) };
}

/** The code of the latest text to this number; '' where there is none. */
export function readText(auth: TestAuth, phone: string): string {
  const text = auth.texts.findLast(({ to }) => to === phone)?.text ?? '';
  return /^\d{6}/.exec(text)?.[0] ?? '';
}

/** Asks for a challenge. Gives its id. */
export async function challenge(auth: TestAuth, token: string, { id }: TestFactor): Promise<string> {
  return (await auth.ask(`POST /factors/${id}/challenge`, { token, body: { factorId: id } })).json.id;
}

/** Asks for a challenge and shows the factor's code. */
export async function verify(auth: TestAuth, token: string, factor: TestFactor): Promise<Answer> {
  const body = { challenge_id: await challenge(auth, token, factor), code: factor.code() };
  return auth.ask(`POST /factors/${factor.id}/verify`, { token, body });
}

/** The factor of somebody who shows another code. */
export const showing = ({ id }: TestFactor, code: string): TestFactor => ({ id, code: () => code });

export type Protected = {
  readonly id: string;
  readonly email: string;
  readonly factor: TestFactor;
  /** Of level aal2. */
  readonly access: string;
  readonly refresh: string;
};

/** A new account with an authenticator app. The code of the next moment can be used. */
export async function joinWithApp(auth: TestAuth): Promise<Protected> {
  const { id, email, access } = await auth.join();
  const factor = await enrolApp(auth, access);
  const { json } = await verify(auth, access, factor);
  auth.wait(30);
  return { id, email, factor, access: json.access_token, refresh: json.refresh_token };
}

let made = 0;
const nextName = (): string => `Factor ${(made += 1)}`;
const nextNumber = (): string => `+1555${String((made += 1)).padStart(7, '0')}`;
