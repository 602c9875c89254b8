/** What the backend lets a visitor do (wire: GET /settings), and what its operator says beside it in `/config.json`. */
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { AccountFailure, Offers } from '#client/ports/accounts.ts';
import { parseJson } from '#device/local-storage.ts';
import { isFlag, isObject, isWith } from '#device/shape.ts';
import type { AskParts } from './ask-auth.ts';

/** Ways in that are no providers. */
const NO_PROVIDERS = new Set(['email', 'phone', 'anonymous_users', 'passkeys', 'passkey', 'web3', 'sms']);
/** What a provider may be called: it comes to stand in an address. */
const NAME = /^[a-z][\w:.-]{0,63}$/iu;

const isSettings = isWith({ external: isObject });
const isClosed = isWith({ disable_signup: isFlag });

export async function readOffers({ readConfig, fetch: send }: AskParts): Promise<Result<Offers, AccountFailure>> {
  const config = await readConfig();
  if (!config.ok) return config;
  const { url, anonKey, captcha, passkeys } = config.value;
  const settings = await askSettings(send, `${url}/auth/v1/settings`, anonKey);
  if (!isSettings(settings)) return fail({ type: 'unreachable' });
  const names = Object.entries(settings.external).flatMap(([name, isOn]) => (isOn === true ? [name] : []));
  return ok({
    providers: names.filter((name) => !NO_PROVIDERS.has(name) && NAME.test(name)).toSorted(),
    hasPasskeys: passkeys && 'PublicKeyCredential' in globalThis,
    canSignUp: !isClosed(settings) || !settings.disable_signup,
    captcha,
  });
}

async function askSettings(send: typeof fetch, address: string, anonKey: string): Promise<unknown> {
  try {
    const answer = await send(address, { headers: { apikey: anonKey, accept: 'application/json' } });
    const text = await answer.text();
    return answer.ok ? parseJson(text) : null;
  } catch {
    return null;
  }
}
