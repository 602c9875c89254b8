/** The ways in without a password of this app: a provider, a passkey. */
import { useState } from 'react';
import type { AccountFailure, Captcha, Offers } from '#client/ports/accounts.ts';
import { useApp } from '#web/app-context.ts';
import { askAccounts } from '#web/entry/ask-accounts.ts';
import { providerIcon, providerName } from '#web/entry/providers.ts';
import { entry as words } from '#web/messages/en/entry.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useReturn } from '#web/ui/use-return.ts';
import styles from './sign-in-screen.module.css';

type OtherWaysProps = {
  readonly offers: Offers;
  readonly captcha: Captcha;
  /** Whether the demo's list joins the account that is created there. */
  readonly takesDemoAlong: boolean;
  readonly onFailure: (failure: AccountFailure) => void;
};

const KEY_ICON = providerIcon('passkey');

/** Nothing where there is none. A provider is a page of its own: one comes back with an arrival. */
export function OtherWays({ offers, captcha, takesDemoAlong, onFailure }: OtherWaysProps) {
  const { session } = useApp();
  const [isBusy, setBusy] = useState(false);
  // Whoever turns back at the provider finds this page as it was left, and may press again.
  useReturn(() => setBusy(false));
  const canUsePasskey = offers.hasPasskeys && hasPasskeys();
  if (offers.providers.length === 0 && !canUsePasskey) return null;
  const go = async (provider: string): Promise<void> => {
    setBusy(true);
    const wish = { takesDemoAlong };
    const told = await askAccounts(session.door, (accounts) => accounts.signInWith(provider, wish));
    if (told.ok) {
      location.assign(told.value);
      return;
    }
    setBusy(false);
    onFailure(told.failure);
  };
  const enterByPasskey = async (): Promise<void> => {
    setBusy(true);
    const told = await askAccounts(session.door, (accounts) => accounts.signInWithPasskey(captcha));
    setBusy(false);
    if (told.ok) session.door.keep(told.value);
    else onFailure(told.failure);
  };
  return (
    <div className={styles['ways']} role="group" aria-label={words.otherWays}>
      {offers.providers.map((provider) => (
        <Button key={provider} isBusy={isBusy} onPress={() => void go(provider)}>
          <Icon path={providerIcon(provider)} />
          {words.signInWith(providerName(provider))}
        </Button>
      ))}
      {canUsePasskey ? (
        <Button isBusy={isBusy} onPress={() => void enterByPasskey()}>
          <Icon path={KEY_ICON} />
          {words.passkey}
        </Button>
      ) : null}
    </div>
  );
}

/** Browsers have them on pages that came by https only. */
const hasPasskeys = (): boolean => 'PublicKeyCredential' in globalThis;
