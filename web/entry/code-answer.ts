/** What is said of a code that led nowhere, and whether it has to be typed anew. */
import type { DeskFailure } from '#client/ports/account-desk.ts';
import { code as words } from '#web/messages/en/entry.ts';

export type CodeAnswer = {
  readonly sentence: string;
  /** Otherwise nobody has looked at the code: it may be sent once more. */
  readonly isRefused: boolean;
};

/** What GoTrue says of a wrong code, word for word: the names of its techniques tell nobody what to do. */
const WRONG_CODE: ReadonlySet<string> = new Set(['Invalid TOTP code entered', 'Invalid MFA Phone code entered']);

/** @param sentence what is said of this failure in general */
export function codeAnswer(failure: DeskFailure, sentence: string): CodeAnswer {
  const isWrong = failure.type === 'refused' && WRONG_CODE.has(failure.message);
  return { sentence: isWrong ? words.wrong : sentence, isRefused: failure.type !== 'unreachable' };
}
