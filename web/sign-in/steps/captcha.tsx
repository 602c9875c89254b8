/** The captcha of a form, if the backend requires one. Each token is valid for one call. */
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Captcha, AuthSettings } from '#client/ports/accounts.ts';
import { captcha as words } from '#web/messages/en/sign-in.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { loadCaptcha } from './captcha-script.ts';
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
    <div className={styles.captcha} role="group" aria-label={words.label}>
      {isBlocked ? <Blocked onAgain={onAgain} /> : <div ref={container} style={{ inlineSize: '100%' }} />}
    </div>
  );
}

const Blocked = ({ onAgain }: { readonly onAgain: () => void }) => (
  <>
    <p className={styles.error} role="alert">
      {words.blocked}
    </p>
    <Button onPress={onAgain}>{words.again}</Button>
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
