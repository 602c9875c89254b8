/** The tabs port on BroadcastChannel. */
import type { Tabs } from '#client/ports/tabs.ts';

/**
 * Connects the tabs that show one list on this device. A page that returns from the background is also called back, because it
 * may have missed messages while it was suspended. Create it before reading the list: a subscriber is called back at once if a
 * message has arrived since then.
 */
export function createTabs(listKey: string): Tabs & { readonly close: () => void } {
  const channel = new BroadcastChannel(`checklist:${listKey}`);
  let isClosed = false;
  // A message may arrive while this tab still reads the list, before it is subscribed.
  let hasMissed = false;
  const miss = (): void => {
    hasMissed = true;
  };
  channel.addEventListener('message', miss);
  return {
    announce() {
      // A change may become durable after the list was closed. Other tabs read it when they become visible.
      if (isClosed) return;
      // A BroadcastChannel has no target origin.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      channel.postMessage(null);
    },
    onChange(callback) {
      const whenVisible = (): void => {
        if (document.visibilityState === 'visible') callback();
      };
      channel.removeEventListener('message', miss);
      channel.addEventListener('message', callback);
      document.addEventListener('visibilitychange', whenVisible);
      window.addEventListener('pageshow', whenVisible);
      if (hasMissed) callback();
      hasMissed = false;
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
