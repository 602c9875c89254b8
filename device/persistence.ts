/** Asks the browser not to clear the list when the disk runs short (architecture section 3). */

/** To be called after the first real edit: a browser grants it to those who use the app. */
export function askToPersist(): void {
  if ('storage' in navigator && 'persist' in navigator.storage) void navigator.storage.persist().catch(() => false);
}
