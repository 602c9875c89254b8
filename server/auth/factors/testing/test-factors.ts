/** For tests: authenticator apps and phones, and the requests that enroll them. */
import { Secret, TOTP } from 'otpauth';
import * as v from 'valibot';
import type { Answer, TestAuth } from '#server/auth/testing/test-auth.ts';

/** Returns the code of an authenticator app at a time (milliseconds since 1970). */
export function readApp(secret: string, timestamp: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** Another code than the right one. */
export const otherCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

export type TestFactor = {
  readonly id: string;
  /** Returns the current code of the app, or that of the latest text message. */
  readonly code: () => string;
};

/** Enrolls an authenticator app with a unique name. */
export async function enrollApp(auth: TestAuth, token: string): Promise<TestFactor> {
  const body = { factor_type: 'totp', friendly_name: nextName(), issuer: 'Checklist' };
  const { json } = await auth.request('POST /factors', { token, body });
  const { secret } = v.parse(v.looseObject({ secret: v.string() }), json['totp']);
  return { id: json.id, code: () => readApp(secret, auth.now()) };
}

/** Enrolls a phone with an unused number. */
export async function enrollPhone(auth: TestAuth, token: string, phone = nextNumber()): Promise<TestFactor> {
  const body = { factor_type: 'phone', friendly_name: nextName(), phone };
  const { json } = await auth.request('POST /factors', { token, body });
  return { id: json.id, code: () => readText(auth, phone) };
}

/** Returns the code of the latest text message to a number, or '' if there is none. */
export function readText(auth: TestAuth, phone: string): string {
  const text = auth.texts.findLast(({ to }) => to === phone)?.text ?? '';
  return /^\d{6}/.exec(text)?.[0] ?? '';
}

/** Starts a challenge and returns its id. */
export async function challenge(auth: TestAuth, token: string, { id }: TestFactor): Promise<string> {
  return (await auth.request(`POST /factors/${id}/challenge`, { token, body: { factorId: id } })).json.id;
}

/** Starts a challenge and verifies the factor's code. */
export async function verify(auth: TestAuth, token: string, factor: TestFactor): Promise<Answer> {
  const body = { challenge_id: await challenge(auth, token, factor), code: factor.code() };
  return auth.request(`POST /factors/${factor.id}/verify`, { token, body });
}

/** The same factor with another code. */
export const showing = ({ id }: TestFactor, code: string): TestFactor => ({ id, code: () => code });

export type Protected = {
  readonly id: string;
  readonly email: string;
  readonly factor: TestFactor;
  /** An aal2 token. */
  readonly access: string;
  readonly refresh: string;
};

/** Creates an account with an authenticator app. The code of the next time step is unused. */
export async function joinWithApp(auth: TestAuth): Promise<Protected> {
  const { id, email, access } = await auth.join();
  const factor = await enrollApp(auth, access);
  const { json } = await verify(auth, access, factor);
  auth.wait(30);
  return { id, email, factor, access: json.access_token, refresh: json.refresh_token };
}

let created = 0;
const nextName = (): string => `Factor ${(created += 1)}`;
const nextNumber = (): string => `+1555${String((created += 1)).padStart(7, '0')}`;
