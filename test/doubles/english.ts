/** Loads the app's English messages, for tests of what the app says. */
import { findLanguage } from '#languages/languages.ts';
import { loadMessages, setLanguage } from '#web/messages/messages.ts';

export async function speakEnglish(): Promise<void> {
  findLanguage(['en'], setLanguage);
  await Promise.all([loadMessages('signedOut'), loadMessages('signedIn')]);
}
