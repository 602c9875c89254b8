/** The captcha of a form, if the backend requires one. Each token is valid for one call. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Captcha, AuthSettings } from '#client/ports/accounts.ts';
import { messages } from '#web/messages/messages.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import styles from './steps.module.css';

type CaptchaSettings = NonNullable<AuthSettings['captcha']>;

type CaptchaCheck = {
  /** The captcha's element in the form; null for none. */
  readonly box: ReactNode;
  readonly token: Captcha;
  /** Shows a new captcha, because a token works once. */
  readonly reset: () => void;
};

/** @param settings null if the backend requires no captcha */
export function useCaptcha(settings: AuthSettings['captcha']): CaptchaCheck {
  const [token, setToken] = useState<Captcha>();
  const [round, setRound] = useState(0);
  const reset = (): void => {
    setToken(undefined);
    setRound(round + 1);
  };
  const box =
    settings === null ? null : (
      <CaptchaBox key={round} settings={settings} onToken={setToken} onAgain={() => setRound(round + 1)} />
    );
  return { box, token, reset };
}

type CaptchaBoxProps = {
  readonly settings: CaptchaSettings;
  readonly onToken: (token: Captcha) => void;
  readonly onAgain: () => void;
};

function CaptchaBox({ settings, onToken, onAgain }: CaptchaBoxProps) {
  const container = useRef<HTMLDivElement>(null);
  const [isBlocked, setBlocked] = useState(false);
  useEffect(() => {
    let clear: (() => void) | null = null;
    let isGone = false;
    const show = async (): Promise<void> => {
      const api = await loadCaptcha(settings.provider);
      const element = container.current;
      if (isGone || element === null) return;
      if (api === null) {
        setBlocked(true);
        return;
      }
      const id = api.render(element, toOptions(settings, element.clientWidth, onToken));
      clear = () => api.remove(id);
    };
    // The script throws for a wrong key, for example. Handle it like a blocked script.
    show().catch(() => setBlocked(true));
    return () => {
      isGone = true;
      clear?.();
    };
  }, [settings, onToken]);
  return (
    <div className={styles.captcha} role="group" aria-label={messages.captcha.label}>
      {isBlocked ? <Blocked onAgain={onAgain} /> : <div ref={container} style={{ inlineSize: '100%' }} />}
    </div>
  );
}

const Blocked = ({ onAgain }: { readonly onAgain: () => void }) => (
  <>
    <p className={styles.error} role="alert">
      {messages.captcha.blocked}
    </p>
    <Button onPress={onAgain}>{messages.captcha.again}</Button>
  </>
);

/** The width in pixels that both captchas need for their wide form. */
const WIDE_FROM_PX = 303;

function toOptions(
  { provider, siteKey }: CaptchaSettings,
  width: number,
  onToken: (token: Captcha) => void,
): Readonly<Record<string, unknown>> {
  const wide = provider === 'turnstile' ? 'flexible' : 'normal';
  const drop = (): void => onToken(undefined);
  return {
    sitekey: siteKey,
    size: width < WIDE_FROM_PX ? 'compact' : wide,
    theme: isDark() ? 'dark' : 'light',
    callback: onToken,
    'expired-callback': drop,
    'error-callback': drop,
  };
}

/** Whether the page is dark, by the user's choice or the system's. */
function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}

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
const TIMEOUT_MS = 10_000;

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
    const timer = setTimeout(() => end(false), TIMEOUT_MS);
    script.addEventListener('load', () => end(true));
    script.addEventListener('error', () => end(false));
    script.async = true;
    script.src = address;
    document.head.append(script);
  });
}
