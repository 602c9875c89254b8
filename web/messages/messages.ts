/** The messages of the language on screen. The start of the app sets the language; components read a message when they render. */
import type { Language, LaterPart, Messages } from '#languages/language.ts';

let language: Language | null = null;
let shownLocale = '';

/**
 * What the app says. Read a message where it is shown, and never while a module loads: then there are no messages yet. Each part
 * loads together with its screens, which test/languages/message-parts.test.ts checks.
 */
// The parts are added below.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const messages = {} as Messages;

/**
 * Shows the app in a language. Its other parts load with `loadMessages`.
 * @param chosenLocale a language tag for dates and numbers, which may name a region
 */
export function setLanguage(chosen: Language, chosenLocale: string): void {
  language = chosen;
  shownLocale = chosenLocale;
  Object.assign(messages, chosen.start);
}

/** Loads the messages of later screens. Rejects if they cannot be loaded now. */
export async function loadMessages(part: LaterPart): Promise<void> {
  Object.assign(messages, await language?.load[part]());
}

/** The language tag for dates and numbers. */
export const locale = (): string => shownLocale;
