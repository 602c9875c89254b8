/** The open account, as the sections of its screen share it. */
import { createContext, useContext } from 'react';
import type { AccountDesk, AccountFacts } from '#client/ports/account-desk.ts';
import type { Question } from '#web/ui/question.ts';

export type OpenDesk = {
  readonly desk: AccountDesk;
  readonly facts: AccountFacts;
  /** Reads the facts anew; what cannot be read stays as it was. */
  readonly refresh: () => Promise<void>;
  /** Has the code of a second step entered; tells whether it was. */
  readonly confirm: () => Promise<boolean>;
  readonly ask: (question: Question) => void;
};

export const DeskContext = createContext<OpenDesk | null>(null);

/** The open account; a section outside of it is a bug. */
export function useDesk(): OpenDesk {
  const open = useContext(DeskContext);
  if (open === null) throw new Error('useDesk outside DeskContext');
  return open;
}
