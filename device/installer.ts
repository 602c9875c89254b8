/** The installer port: the browser's install prompt where there is one (product D5). */
import type { Installer } from '#client/ports/handset.ts';
import { createListeners } from './listeners.ts';

/** Chromium's event; no library of types has it yet. */
type InstallPromptEvent = Event & { readonly prompt: () => Promise<unknown> };

const isInstallPrompt = (event: Event): event is InstallPromptEvent => 'prompt' in event;

/** To be made before the page has loaded: the browser offers its prompt once. */
export function createInstaller(): Installer {
  let offered: InstallPromptEvent | null = null;
  let isInstalled = matchMedia('(display-mode: standalone)').matches;
  const listeners = createListeners();
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offered = isInstallPrompt(event) ? event : null;
    listeners.notify();
  });
  window.addEventListener('appinstalled', () => {
    isInstalled = true;
    offered = null;
    listeners.notify();
  });
  return {
    way() {
      if (isInstalled) return 'installed';
      return offered ? 'prompt' : 'steps';
    },
    isApple: /iPad|iPhone|iPod/.test(navigator.userAgent) || isDesktopPad(),
    prompt() {
      void offered?.prompt();
      // A prompt can be used once.
      offered = null;
      listeners.notify();
    },
    onChange: listeners.add,
  };
}

/** An iPad says that it is a Mac; no Mac has a touch screen. */
const isDesktopPad = (): boolean => navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1;
