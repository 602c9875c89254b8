/** The tabs port on BroadcastChannel. */
import type { Tabs } from '#client/ports/tabs.ts';

/**
 * The tabs of one account on this device.
 * @returns the port; a page that comes back from the background is told to look too, since it may have slept
 */
export function createTabs(userId: string): Tabs & { readonly close: () => void } {
  const channel = new BroadcastChannel(`checklist:${userId}`);
  let isClosed = false;
  return {
    announce() {
      // An act may become durable after the list was left; the others look when they are shown again.
      if (isClosed) return;
      // A channel of one origin has no target.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      channel.postMessage(null);
    },
    onNews(callback) {
      const whenVisible = (): void => {
        if (document.visibilityState === 'visible') callback();
      };
      channel.addEventListener('message', callback);
      document.addEventListener('visibilitychange', whenVisible);
      window.addEventListener('pageshow', whenVisible);
      return () => {
        channel.removeEventListener('message', callback);
        document.removeEventListener('visibilitychange', whenVisible);
        window.removeEventListener('pageshow', whenVisible);
      };
    },
    close() {
      isClosed = true;
      channel.close();
    },
  };
}
