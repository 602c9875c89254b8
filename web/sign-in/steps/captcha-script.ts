/** Loads the script of hCaptcha or Turnstile for explicit rendering. */

export type CaptchaProvider = 'hcaptcha' | 'turnstile';

/** The functions that both scripts share (see their documentation on explicit rendering). */
export type CaptchaApi = {
  readonly render: (container: HTMLElement, options: Readonly<Record<string, unknown>>) => unknown;
  readonly remove: (id: unknown) => void;
};

const ADDRESSES: Readonly<Record<CaptchaProvider, string>> = {
  hcaptcha: 'https://js.hcaptcha.com/1/api.js?render=explicit',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
};

/** Time in milliseconds to wait for the script, because a blocker may delay it without an error. */
const PATIENCE_MS = 10_000;

/** Returns the functions of the script; null if it cannot be loaded. A later call tries again. */
export async function loadCaptcha(provider: CaptchaProvider): Promise<CaptchaApi | null> {
  return findApi(provider) ?? ((await loadScript(ADDRESSES[provider])) ? findApi(provider) : null);
}

/** The script defines a global with the provider's name. */
function findApi(provider: CaptchaProvider): CaptchaApi | null {
  const api: unknown = Reflect.get(globalThis, provider);
  return isCaptchaApi(api) ? api : null;
}

const isCaptchaApi = (value: unknown): value is CaptchaApi =>
  typeof value === 'object' &&
  value !== null &&
  ['render', 'remove'].every((name) => typeof Reflect.get(value, name) === 'function');

function loadScript(address: string): Promise<boolean> {
  const script = document.createElement('script');
  return new Promise((resolve) => {
    const end = (isLoaded: boolean): void => {
      clearTimeout(timer);
      if (!isLoaded) script.remove();
      resolve(isLoaded);
    };
    const timer = setTimeout(() => end(false), PATIENCE_MS);
    script.addEventListener('load', () => end(true));
    script.addEventListener('error', () => end(false));
    script.async = true;
    script.src = address;
    document.head.append(script);
  });
}
