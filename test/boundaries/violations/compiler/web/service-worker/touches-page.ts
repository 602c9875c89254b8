/** The service worker touches the page. */
export const title = (): unknown => document.title;
