/** Reads the sign-in options of the backend: GET /settings, and the operator's `/config.json`. */
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { AccountFailure, AuthSettings, PasskeySupport } from '#client/ports/accounts.ts';
import { parseJson } from '#device/local-storage/local-storage.ts';
import { isFlag, isObject, isWith } from '#device/shape.ts';
import type { AuthRequestParts } from '#device/backend/session/request-auth.ts';

/** Entries of `external` that are not providers. */
const NO_PROVIDERS = new Set(['email', 'phone', 'anonymous_users', 'passkeys', 'passkey', 'web3', 'sms']);
/** Valid provider names; they become part of a URL. */
const NAME = /^[a-z][\w:.-]{0,63}$/iu;

const isSettings = isWith({ external: isObject });
const isClosed = isWith({ disable_signup: isFlag });

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
  const names = Object.entries(settings.external).flatMap(([name, isOn]) => (isOn === true ? [name] : []));
  return ok({
    providers: names.filter((name) => !NO_PROVIDERS.has(name) && NAME.test(name)).toSorted(),
    passkeys: passkeys ? readPasskeySupport(new URL(address).hostname) : 'no',
    canSignUp: !isClosed(settings) || !settings.disable_signup,
    captcha,
  });
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
