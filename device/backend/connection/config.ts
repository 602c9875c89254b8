/** The URL and the public key of the backend, from `config.json` beside the app. */
import { fail, ok, type Result } from '#core/result.ts';
import type { AuthSettings } from '#client/ports/accounts.ts';
import { parseJson, readValue, writeValue } from '#device/local-storage/local-storage.ts';
import type { Clock } from '#client/ports/clock.ts';
import { isFlag, isText, isWith, isWord } from '#device/shape.ts';
import { type AskedWait, readRetryAfterMs, toAskedWait } from './fetch.ts';

const CONFIG_KEY = 'checklist.config';

export type Config = {
  /** Without a trailing slash; never empty. */
  readonly url: string;
  readonly anonKey: string;
  /** The captcha that the backend requires; null for none. */
  readonly captcha: AuthSettings['captcha'];
  readonly passkeys: boolean;
};

type ConfigFailure =
  /** The server of this app has no backend. */
  | { readonly type: 'no-server' }
  /** The server did not answer, and no earlier answer is stored. */
  | ({ readonly type: 'unreachable' } & AskedWait);

/** Reads the configuration once; reads it again after a failure. */
export type ReadConfig = () => Promise<Result<Config, ConfigFailure>>;

type ConfigParts = {
  /** A `fetch` with a timeout. */
  readonly fetch: typeof fetch;
  /** The address of the app, without a trailing slash; an empty `url` means this address. */
  readonly appUrl: string;
  readonly clock: Pick<Clock, 'now'>;
};

/** Reads `config.json` and stores it in local storage for offline starts. */
export function createConfig(parts: ConfigParts): ReadConfig {
  let known: Promise<Result<Config, ConfigFailure>> | null = null;
  return () => {
    known ??= readConfig(parts).then((result) => {
      if (!result.ok) known = null;
      return result;
    });
    return known;
  };
}

async function readConfig(parts: ConfigParts): Promise<Result<Config, ConfigFailure>> {
  const answered = await requestConfig(parts);
  if (answered.ok) {
    writeValue(CONFIG_KEY, JSON.stringify(answered.value));
    return answered;
  }
  if (answered.failure.type === 'no-server') return answered;
  const kept = toConfig(parseJson(readValue(CONFIG_KEY)), parts.appUrl);
  return kept ? ok(kept) : answered;
}

async function requestConfig({ fetch: send, appUrl, clock }: ConfigParts): Promise<Result<Config, ConfigFailure>> {
  try {
    const answer = await send(`${appUrl}/config.json`, { cache: 'no-store', headers: { accept: 'application/json' } });
    const text = await answer.text();
    if (answer.status === 404) return fail({ type: 'no-server' });
    const config = answer.ok ? toConfig(parseJson(text), appUrl) : null;
    if (config) return ok(config);
    // An HTML page: the host answers every path with the app and has no backend, or a captive portal is in the way.
    if (answer.ok && readValue(CONFIG_KEY) === null) return fail({ type: 'no-server' });
    return fail({ type: 'unreachable', ...toAskedWait(readRetryAfterMs(answer, clock.now())) });
  } catch {
    return fail({ type: 'unreachable' });
  }
}

const isConfig = isWith({ url: isText, anonKey: isText });
const isCheck = isWith({ provider: isWord('hcaptcha', 'turnstile'), siteKey: isText });
const hasCheck = isWith({ captcha: isCheck });
const hasPasskeys = isWith({ passkeys: isFlag });

/** Validates and normalizes the configuration; null if it has no usable URL. */
function toConfig(value: unknown, appUrl: string): Config | null {
  if (!isConfig(value) || value.anonKey === '') return null;
  const url = (value.url === '' ? appUrl : value.url).replace(/\/+$/u, '');
  if (!/^https?:\/\/./iu.test(url) || !URL.canParse(url)) return null;
  const captcha = hasCheck(value) ? { provider: value.captcha.provider, siteKey: value.captcha.siteKey } : null;
  return { url, anonKey: value.anonKey, captcha, passkeys: hasPasskeys(value) && value.passkeys };
}
