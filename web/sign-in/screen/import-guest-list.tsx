/** Asks whether to import the demo list on this device into the new account (product L2). */
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useApp } from '#web/shopper/app-context.ts';
import { signInForm as words } from '#web/messages/en/sign-in.ts';
import { CheckField } from '#web/ui/fields/check-field.tsx';

type GuestList = {
  /** The check box; null if there is no demo list. */
  readonly box: ReactNode;
  readonly isWanted: boolean;
};

/** @param isAsked whether the user is creating an account */
export function useGuestListImport(isAsked: boolean): GuestList {
  const { loadGuestList } = useApp();
  const [offered, setOffered] = useState<{ readonly items: number } | null>(null);
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    if (!isAsked) return undefined;
    let isGone = false;
    const look = async (): Promise<void> => {
      const preview = await (await loadGuestList()).preview();
      if (!isGone) setOffered(preview);
    };
    // If storage cannot be read, there is no list to import.
    look().catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [loadGuestList, isAsked]);
  if (!isAsked || offered === null) return { box: null, isWanted: false };
  return {
    box: <CheckField label={words.importDemo(offered.items)} isOn={isOn} onChange={setOn} />,
    isWanted: isOn,
  };
}
