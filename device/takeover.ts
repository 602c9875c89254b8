/** When a new version of the app takes over, every open tab starts again with it, once (product D6). */

/** To be called at the start: a takeover that is missed leaves the old page without its files. */
export function reloadOnTakeover(): void {
  if (!('serviceWorker' in navigator)) return;
  const container = navigator.serviceWorker;
  // The first worker ever takes over a page that is already the newest: no reload.
  const hadController = container.controller !== null;
  let isReloading = false;
  container.addEventListener('controllerchange', () => {
    if (!hadController || isReloading) return;
    isReloading = true;
    location.reload();
  });
}
