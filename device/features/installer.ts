/** The installer port: the browser's install prompt where there is one (product D5). */
import type { Installer } from '#client/ports/device-features.ts';
import { createListeners } from '#core/listeners.ts';

/** Chromium's event, which the DOM types lack. */
type InstallPromptEvent = Event & { readonly prompt: () => Promise<unknown> };

const isInstallPrompt = (event: Event): event is InstallPromptEvent => 'prompt' in event;

/** Creates the port. Call it before the page has loaded, because the browser offers its prompt once. */
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

/** iPads report that they are Macs; Macs have no touch screen. */
const isDesktopPad = (): boolean => navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1;
