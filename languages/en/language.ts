/** English, the language that the app falls back to. */
import type { Language } from '#languages/language.ts';
import { start } from './messages/start.ts';

export const english: Language = {
  tag: 'en',
  start,
  load: {
    signedOut: async () => (await import('./messages/signed-out.ts')).signedOut,
    signedIn: async () => (await import('./messages/signed-in.ts')).signedIn,
  },
};
