/** Sign-in methods without a password: providers and passkeys. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { AccountFailure, Captcha, AuthSettings } from '#client/ports/accounts.ts';
import { useApp } from '#web/shown-list/app-context.ts';
import { callAccounts } from '#web/sign-in/steps/call-accounts.ts';
import { providerIcon, providerName } from '#web/auth/providers.ts';
import { messages } from '#web/messages/messages.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Icon } from '#web/ui/icons/icon.tsx';
import styles from './sign-in-screen.module.css';

type SignInMethodsProps = {
  readonly settings: AuthSettings;
  readonly captcha: Captcha;
  /** Whether to import the guest list into a new account. */
  readonly importsGuestList: boolean;
  readonly onFailure: (failure: AccountFailure) => void;
};

const KEY_ICON = providerIcon('passkey');

/** Renders nothing if there are none. A provider's page redirects back with an auth callback. */
export function SignInMethods({ settings, captcha, importsGuestList, onFailure }: SignInMethodsProps) {
  const { session } = useApp();
  const [isBusy, setBusy] = useState(false);
  useBackNavigation(() => setBusy(false));
  const canUsePasskey = settings.passkeys === 'yes';
  if (settings.providers.length === 0 && !canUsePasskey) return null;
  const go = async (provider: string): Promise<void> => {
    setBusy(true);
    const request = { importsGuestList };
    const result = await callAccounts(session.signInAccess, (accounts) => accounts.signInWith(provider, request));
    if (result.ok) {
      location.assign(result.value);
      return;
    }
    setBusy(false);
    onFailure(result.failure);
  };
  const signInWithPasskey = async (): Promise<void> => {
    setBusy(true);
    const result = await callAccounts(session.signInAccess, (accounts) => accounts.signInWithPasskey(captcha));
    setBusy(false);
    if (result.ok) session.signInAccess.setUser(result.value);
    else onFailure(result.failure);
  };
  return (
    <div className={styles.alternatives} role="group" aria-label={messages.signInForm.otherMethods}>
      {settings.providers.map((provider) => (
        <Button key={provider} isBusy={isBusy} onPress={() => void go(provider)}>
          <Icon path={providerIcon(provider)} />
          {messages.signInForm.signInWith(providerName(provider))}
        </Button>
      ))}
      {canUsePasskey ? (
        <Button isBusy={isBusy} onPress={() => void signInWithPasskey()}>
          <Icon path={KEY_ICON} />
          {messages.signInForm.passkey}
        </Button>
      ) : null}
    </div>
  );
}

/** Calls back when the Back button restores this page, for example from a provider's page (back-forward cache). */
function useBackNavigation(onBack: () => void): void {
  const notify = useEffectEvent(onBack);
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) notify();
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);
}
