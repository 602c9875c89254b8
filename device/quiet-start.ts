/** The start is the list's: what can wait begins so many milliseconds later. By then the list and the parts around it are there. */
export const QUIET_START_MS = 300;
