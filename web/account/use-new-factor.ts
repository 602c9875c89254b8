/** A second step that was added but not confirmed yet: its first code, or away with it. */
import { useContext } from 'react';
import { codeAnswer } from '#web/entry/code-answer.ts';
import type { CodeAnswer } from '#web/entry/code-answer.ts';
import { twoStep as words } from '#web/messages/en/account.ts';
import { ToasterContext } from '#web/ui/toaster.ts';
import { useDesk } from './desk-context.ts';
import { deskSentence } from './desk-sentence.ts';

type NewFactor = {
  /** Gives what went wrong; null once it is on. */
  readonly confirmFactor: (factorId: string, code: string) => Promise<CodeAnswer | null>;
  /** An unfinished one goes as far as the backend can be reached; otherwise the list shows it. */
  readonly giveUp: (factorId: string) => Promise<void>;
};

export function useNewFactor(onDone: () => void): NewFactor {
  const { desk, refresh } = useDesk();
  const toaster = useContext(ToasterContext);
  return {
    async confirmFactor(factorId, code) {
      const told = await desk.enterCode(factorId, code);
      if (!told.ok) return codeAnswer(told.failure, deskSentence(told.failure));
      await refresh();
      onDone();
      toaster.show(words.turnedOn);
      return null;
    },
    async giveUp(factorId) {
      onDone();
      await desk.removeFactor(factorId);
      await refresh();
    },
  };
}
