/** Whether the demo's list on this device goes along into the new account. */
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useApp } from '#web/app-context.ts';
import { entry as words } from '#web/messages/en/entry.ts';
import { CheckField } from '#web/ui/check-field.tsx';

type TakeAlong = {
  /** The question; null where there is no such list. */
  readonly box: ReactNode;
  readonly isWanted: boolean;
};

/** @param isAsked whether one is creating an account */
export function useTakeAlong(isAsked: boolean): TakeAlong {
  const { loadTakeAlong } = useApp();
  const [offered, setOffered] = useState<{ readonly items: number } | null>(null);
  const [isOn, setOn] = useState(true);
  useEffect(() => {
    if (!isAsked) return undefined;
    let isGone = false;
    const look = async (): Promise<void> => {
      const offer = await (await loadTakeAlong()).offer();
      if (!isGone) setOffered(offer);
    };
    // A disk that refuses has no list to take along.
    look().catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [loadTakeAlong, isAsked]);
  if (!isAsked || offered === null) return { box: null, isWanted: false };
  return {
    box: <CheckField label={words.takeAlong(offered.items)} isOn={isOn} onChange={setOn} />,
    isWanted: isOn,
  };
}
