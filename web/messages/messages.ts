/** The sentences in the shopper's language: English, until there is a second module like it. */
import type { Messages } from './en.ts';
import { en } from './en.ts';

export const messages: Messages = en;
