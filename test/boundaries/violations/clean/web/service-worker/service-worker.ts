/** The service worker stands alone, with a door to the network. */
declare const self: ServiceWorkerGlobalScope;

self.addEventListener('fetch', (event) => {
  event.respondWith(fetch(event.request));
});
