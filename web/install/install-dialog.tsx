/** Explains how to add the app to the home screen if the browser has no install prompt (product D5). */
import { useSyncExternalStore } from 'react';
import { useApp } from '#web/shown-list/app-context.ts';
import { messages } from '#web/messages/messages.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import styles from './install-dialog.module.css';

export function InstallDialog({ onClose }: { readonly onClose: () => void }) {
  const { installer } = useApp();
  const way = useSyncExternalStore(installer.onChange, installer.way);
  const steps = installer.isApple ? messages.install.apple : messages.install.other;
  return (
    <Dialog title={messages.install.title} onClose={onClose}>
      {way === 'installed' ? (
        <p>{messages.install.installed}</p>
      ) : (
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
    </Dialog>
  );
}
