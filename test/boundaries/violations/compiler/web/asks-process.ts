/** The web app asks for Node's process. */
export const home = (): unknown => process.env;
