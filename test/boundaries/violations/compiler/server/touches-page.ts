/** The server touches the page. */
export const title = (): unknown => document.title;
