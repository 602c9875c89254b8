/** Reads the sign-in options of the backend: GET /settings, and the operator's `/config.json`. */
import { fail, ok, type Result } from '#core/result.ts';
import type { AccountFailure, AuthSettings, PasskeySupport, SecondSteps, SignUpMode } from '#client/ports/accounts.ts';
import { parseJson } from '#device/local-storage/local-storage.ts';
import { isFlag, isObject, isWith, isWithAnyOf } from '#device/shape.ts';
import type { AuthRequestParts } from '#device/backend/session/request-auth.ts';

/** Entries of `external` that are not providers. */
const NO_PROVIDERS = new Set(['email', 'phone', 'anonymous_users', 'passkeys', 'passkey', 'web3', 'sms']);
/** Valid provider names; they become part of a URL. */
const NAME = /^[a-z][\w:.-]{0,63}$/iu;

const isSettings = isWith({ external: isObject });
/** Fields that not every backend has. Only the bundled server has the last four. */
type Flags = {
  readonly disable_signup: boolean;
  readonly passkeys_enabled: boolean;
  readonly unlinking_removes_password: boolean;
  readonly mfa_totp_enroll_enabled: boolean;
  readonly mfa_phone_enroll_enabled: boolean;
  readonly signup_by_invitation: boolean;
};
const hasFlags = isWithAnyOf<Flags>({
  disable_signup: isFlag,
  passkeys_enabled: isFlag,
  unlinking_removes_password: isFlag,
  mfa_totp_enroll_enabled: isFlag,
  mfa_phone_enroll_enabled: isFlag,
  signup_by_invitation: isFlag,
});
const hasEmail = isWithAnyOf({ email: isFlag });

/** @param parts including the URL of this page */
export async function readAuthSettings({
  readConfig,
  fetch: send,
  address,
}: AuthRequestParts & { readonly address: string }): Promise<Result<AuthSettings, AccountFailure>> {
  const config = await readConfig();
  if (!config.ok) return config;
  const { url, anonKey, captcha, passkeys } = config.value;
  const settings = await askSettings(send, `${url}/auth/v1/settings`, anonKey);
  if (!isSettings(settings)) return fail({ type: 'unreachable' });
  const flags: Partial<Flags> = hasFlags(settings) ? settings : {};
  // Without email accounts there is no form to sign up with.
  const isEmailOff = hasEmail(settings.external) && settings.external.email === false;
  const names = Object.entries(settings.external).flatMap(([name, isOn]) => (isOn === true ? [name] : []));
  return ok({
    providers: names.filter((name) => !NO_PROVIDERS.has(name) && NAME.test(name)).toSorted(),
    passkeys: (flags.passkeys_enabled ?? passkeys) ? readPasskeySupport(new URL(address).hostname) : 'no',
    passwords: !isEmailOff,
    signUp: isEmailOff ? 'closed' : readSignUpMode(flags),
    removesPassword: flags.unlinking_removes_password === true,
    secondSteps: readSecondSteps(flags),
    captcha,
  });
}

/** A server that needs invitations also says that sign-up is off, for clients that don't know about invitations. */
function readSignUpMode({ disable_signup: isOff, signup_by_invitation: isByInvitation }: Partial<Flags>): SignUpMode {
  if (isByInvitation === true) return 'invited';
  return isOff === true ? 'closed' : 'open';
}

function readSecondSteps({
  mfa_totp_enroll_enabled: app,
  mfa_phone_enroll_enabled: phone,
}: Partial<Flags>): SecondSteps | null {
  return app === undefined || phone === undefined ? null : { app, phone };
}

/** Browsers bind passkeys to a domain name and allow them only on secure pages (WebAuthn, sections 5.1.3 and 13.4.9). */
function readPasskeySupport(hostname: string): PasskeySupport {
  if (IP_ADDRESS.test(hostname)) return 'needs-domain';
  return 'PublicKeyCredential' in globalThis ? 'yes' : 'no';
}

/** The host as `URL` normalizes it: IPv4 as four numbers, IPv6 in brackets. */
const IP_ADDRESS = /^(?:\d+(?:\.\d+){3}|\[.*\])$/u;

async function askSettings(send: typeof fetch, address: string, anonKey: string): Promise<unknown> {
  try {
    const answer = await send(address, { headers: { apikey: anonKey, accept: 'application/json' } });
    const text = await answer.text();
    return answer.ok ? parseJson(text) : null;
  } catch {
    return null;
  }
}
