/** A file that only passes on. */
export * from './basket.ts';
