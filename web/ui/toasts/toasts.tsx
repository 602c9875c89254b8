/** The region that shows the current toast. */
import { useContext, useSyncExternalStore, type PointerEvent } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { ToasterContext } from './toaster.ts';
import styles from './toasts.module.css';

/** The region is always rendered, so that screen readers announce new toasts. Each dialog has a separate region. */
export function Toasts() {
  const toaster = useContext(ToasterContext);
  const toast = useSyncExternalStore(toaster.subscribe, toaster.current);
  return (
    // These handlers only keep the toast while the mouse or the focus is on it. The control is the button inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className={styles.region}
      data-toasts=""
      role="status"
      onFocus={toaster.hold}
      onBlur={toaster.release}
      onPointerEnter={unlessTouch(toaster.hold)}
      onPointerLeave={unlessTouch(toaster.release)}
    >
      {toast === null ? null : (
        <div className={styles.toast} key={toast.id} data-actions={toast.actions.length > 0}>
          <span className={styles.text}>{toast.text}</span>
          {toast.actions.map(({ label, run, done }) => (
            <Button
              key={label}
              look="quiet"
              name={`${label}: ${toast.text}`}
              onPress={() => {
                run();
                if (done !== null) toaster.show(done);
              }}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

/** A finger leaves as soon as it is lifted, and each tap on the toast would start its time again. */
const unlessTouch =
  (act: () => void) =>
  ({ pointerType }: PointerEvent): void => {
    if (pointerType !== 'touch') act();
  };
