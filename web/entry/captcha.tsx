/** The check that a person fills in a form, where the backend asks for one; its answer goes with one call. */
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Captcha, Offers } from '#client/ports/accounts.ts';
import { captcha as words } from '#web/messages/en/entry.ts';
import { Button } from '#web/ui/button.tsx';
import { loadCaptcha } from './captcha-script.ts';
import styles from './entry.module.css';

type CaptchaSettings = NonNullable<Offers['captcha']>;

type CaptchaCheck = {
  /** Where the check stands in the form; null where there is none. */
  readonly box: ReactNode;
  readonly token: Captcha;
  /** An answer works once: after each try there is a new check. */
  readonly reset: () => void;
};

/** @param settings null: nobody checks */
export function useCaptcha(settings: Offers['captcha']): CaptchaCheck {
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
  const place = useRef<HTMLDivElement>(null);
  const [isBlocked, setBlocked] = useState(false);
  useEffect(() => {
    let clear: (() => void) | null = null;
    let isGone = false;
    const show = async (): Promise<void> => {
      const api = await loadCaptcha(settings.provider);
      const element = place.current;
      if (isGone || element === null) return;
      if (api === null) {
        setBlocked(true);
        return;
      }
      const id = api.render(element, toOptions(settings, element.clientWidth, onToken));
      clear = () => api.remove(id);
    };
    // What the script throws, such as at a wrong key, is no bug of ours; the way on is the same.
    show().catch(() => setBlocked(true));
    return () => {
      isGone = true;
      clear?.();
    };
  }, [settings, onToken]);
  return (
    <div className={styles['captcha']} role="group" aria-label={words.label}>
      {isBlocked ? <Blocked onAgain={onAgain} /> : <div ref={place} style={{ inlineSize: '100%' }} />}
    </div>
  );
}

const Blocked = ({ onAgain }: { readonly onAgain: () => void }) => (
  <>
    <p className={styles['error']} role="alert">
      {words.blocked}
    </p>
    <Button onPress={onAgain}>{words.again}</Button>
  </>
);

/** Both need that much room for the wide form. */
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

/** As the page is just now: by the shopper's choice, else by the device. */
function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}
