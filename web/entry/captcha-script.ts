/** Loads the script of who checks that a person fills in a form: hCaptcha or Turnstile, each with its explicit way. */

export type CaptchaProvider = 'hcaptcha' | 'turnstile';

/** What both scripts have in common (their docs: explicit rendering). */
export type CaptchaApi = {
  readonly render: (place: HTMLElement, options: Readonly<Record<string, unknown>>) => unknown;
  readonly remove: (id: unknown) => void;
};

const ADDRESSES: Readonly<Record<CaptchaProvider, string>> = {
  hcaptcha: 'https://js.hcaptcha.com/1/api.js?render=explicit',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
};

/** A blocker may hold a script back without a word. */
const PATIENCE_MS = 10_000;

/** Gives the script's calls; null where it cannot be loaded. A later try starts anew. */
export async function loadCaptcha(provider: CaptchaProvider): Promise<CaptchaApi | null> {
  return findApi(provider) ?? ((await loadScript(ADDRESSES[provider])) ? findApi(provider) : null);
}

/** The script leaves itself in the page under its own name. */
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
