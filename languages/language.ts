/** What a language of the app consists of. English is complete, so its messages say which ones every language has. */
import type { start } from './en/messages/start.ts';
import type { signedIn } from './en/messages/signed-in.ts';
import type { signedOut } from './en/messages/signed-out.ts';

/** The messages of any language, where `T` are those of English. */
type Translated<T> = T extends string
  ? string
  : T extends (...parameters: infer P) => string
    ? (...parameters: P) => string
    : T extends ReadonlyMap<infer K, infer V>
      ? ReadonlyMap<K, V>
      : { readonly [K in keyof T]: Translated<T[K]> };

/** Messages that load together. */
type MessageParts = {
  /** With the first load. */
  readonly start: Translated<typeof start>;
  /** With the screens of signed-out visitors. */
  readonly signedOut: Translated<typeof signedOut>;
  /** After the list is on screen. */
  readonly signedIn: Translated<typeof signedIn>;
};

export type Messages = MessageParts['start'] & MessageParts['signedOut'] & MessageParts['signedIn'];

/** A part that loads after the first screen. */
export type LaterPart = Exclude<keyof MessageParts, 'start'>;

/**
 * The words of the pages that are built as files. The build imports them from `page-words.ts` in the folder of the language; the text of
 * the public pages is in `pages/` beside it.
 */
export type PageWords = {
  /** What the app is, for search engines and app stores. */
  readonly description: string;
  readonly promise: string;
  readonly needsScripts: string;
  /** The entries of the app's icon. */
  readonly shortcuts: Readonly<Record<'add' | 'shop', { readonly name: string; readonly description: string }>>;
  /** What the screenshots for app stores show. */
  readonly screenshots: Readonly<Record<'phone' | 'wide', string>>;
  readonly skip: string;
  /** The name of the navigation. */
  readonly pages: string;
  readonly openList: string;
  readonly site: Readonly<
    Record<
      'product' | 'help' | 'about' | 'changelog',
      { readonly name: string; readonly title: string; readonly description: string }
    >
  >;
};

export type Language = {
  /** Its language tag (BCP 47). */
  readonly tag: string;
  readonly start: MessageParts['start'];
  readonly load: { readonly [P in LaterPart]: () => Promise<MessageParts[P]> };
};
