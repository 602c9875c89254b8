/** Detects that the user returned to a page from the browser's back-forward cache. */
import { useEffect, useEffectEvent } from 'react';

export function useReturn(onReturn: () => void): void {
  const tell = useEffectEvent(onReturn);
  useEffect(() => {
    const look = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) tell();
    };
    window.addEventListener('pageshow', look);
    return () => window.removeEventListener('pageshow', look);
  }, []);
}
