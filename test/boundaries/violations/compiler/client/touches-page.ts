/** The client touches the page. */
export const title = (): unknown => document.title;
