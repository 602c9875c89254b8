/** Where toasts appear: 6 seconds, longer while one looks at them, with an Undo that the keyboard reaches. */
import { useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import { ToasterContext } from './toaster.ts';
import styles from './toasts.module.css';

const VISIBLE_MS = 6000;

/** The region is always there, so that screen readers hear what comes into it. A dialog has one of its own. */
export function Toasts() {
  const toaster = useContext(ToasterContext);
  const toast = useSyncExternalStore(toaster.subscribe, toaster.current);
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (toast === null || isHeld) return undefined;
    const timer = setTimeout(toaster.hide, VISIBLE_MS);
    return () => clearTimeout(timer);
  }, [toast, isHeld, toaster]);
  return (
    // The handlers only hold the toast while one looks at it; what can be pressed is the button inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className={styles['region']}
      data-toasts=""
      role="status"
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      {toast === null ? null : (
        <div className={styles['toast']} key={toast.id}>
          <span className={styles['text']}>{toast.text}</span>
          {toast.action === null ? null : (
            <Button
              look="quiet"
              name={`${toast.action.label}: ${toast.text}`}
              onPress={() => {
                toast.action?.run();
                toaster.hide();
              }}
            >
              {toast.action.label}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
