/** Milliseconds on the machine's own clock: the same in all processes. */
export const moment = (): number => Number(process.hrtime.bigint()) / 1e6;
