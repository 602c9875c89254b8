/** Where the backend is and the key that opens it: `/config.json` of the place this app came from. */
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { Offers } from '#client/ports/accounts.ts';
import { parseJson, readValue, writeValue } from '#device/local-storage.ts';
import { isFlag, isText, isWith, isWord } from '#device/shape.ts';

const CONFIG_KEY = 'checklist.config';

export type Config = {
  /** Without a slash at its end; never empty. */
  readonly url: string;
  readonly anonKey: string;
  /** Who checks that a person fills in the forms; null: nobody does. */
  readonly captcha: Offers['captcha'];
  readonly passkeys: boolean;
};

type ConfigFailure =
  /** This app came from a place without a backend. */
  | { readonly type: 'no-server' }
  /** Nobody answered, and no earlier start left the answer here. */
  | { readonly type: 'unreachable' };

/** Gives the configuration: asked for once, and asked for again after a failure. */
export type ReadConfig = () => Promise<Result<Config, ConfigFailure>>;

/**
 * Reads `/config.json`, and keeps it in local storage so that an offline start knows it.
 * @param ask a fetch with a time-out
 * @param origin where this app came from: an empty `url` means the same place
 */
export function createConfig(ask: typeof fetch, origin: string): ReadConfig {
  let known: Promise<Result<Config, ConfigFailure>> | null = null;
  return () => {
    known ??= readConfig(ask, origin).then((result) => {
      if (!result.ok) known = null;
      return result;
    });
    return known;
  };
}

async function readConfig(ask: typeof fetch, origin: string): Promise<Result<Config, ConfigFailure>> {
  const answered = await askConfig(ask, origin);
  if (answered.ok) {
    writeValue(CONFIG_KEY, JSON.stringify(answered.value));
    return answered;
  }
  if (answered.failure.type === 'no-server') return answered;
  const kept = toConfig(parseJson(readValue(CONFIG_KEY)), origin);
  return kept ? ok(kept) : answered;
}

async function askConfig(ask: typeof fetch, origin: string): Promise<Result<Config, ConfigFailure>> {
  try {
    const answer = await ask(`${origin}/config.json`, { cache: 'no-store', headers: { accept: 'application/json' } });
    const text = await answer.text();
    if (answer.status === 404) return fail({ type: 'no-server' });
    const config = answer.ok ? toConfig(parseJson(text), origin) : null;
    if (config) return ok(config);
    // A page in its place: a host that answers everything with the app has no backend; a hotel's log-in page looks alike.
    return fail({ type: answer.ok && readValue(CONFIG_KEY) === null ? 'no-server' : 'unreachable' });
  } catch {
    return fail({ type: 'unreachable' });
  }
}

const isConfig = isWith({ url: isText, anonKey: isText });
const isCheck = isWith({ provider: isWord('hcaptcha', 'turnstile'), siteKey: isText });
const hasCheck = isWith({ captcha: isCheck });
const hasPasskeys = isWith({ passkeys: isFlag });

/** What is there, made whole; null where it says no place that requests can go to. */
function toConfig(value: unknown, origin: string): Config | null {
  if (!isConfig(value) || value.anonKey === '') return null;
  const url = (value.url === '' ? origin : value.url).replace(/\/+$/u, '');
  if (!/^https?:\/\/./iu.test(url) || !URL.canParse(url)) return null;
  const captcha = hasCheck(value) ? { provider: value.captcha.provider, siteKey: value.captcha.siteKey } : null;
  return { url, anonKey: value.anonKey, captcha, passkeys: hasPasskeys(value) && value.passkeys };
}
