/** The open account, shared by the sections of the account dialog. */
import { createContext, useContext } from 'react';
import type { AccountApi, AccountFacts } from '#client/ports/account-api.ts';
import type { Confirmation } from '#web/ui/dialog/confirmation.ts';

export type OpenAccount = {
  readonly api: AccountApi;
  readonly facts: AccountFacts;
  /** Reads the account's data again; keeps the old data after a failure. */
  readonly refresh: () => Promise<void>;
  /** The number of changes that this screen has made. It grows with each. */
  readonly changes: number;
  /** Reports that a change succeeded. */
  readonly onChanged: () => void;
  /** Asks for a second-step code. @returns whether it was entered */
  readonly stepUp: () => Promise<boolean>;
  readonly openConfirmDialog: (confirmation: Confirmation) => void;
};

export const AccountContext = createContext<OpenAccount | null>(null);

/** Returns the open account; throws outside of the account dialog. */
export function useAccount(): OpenAccount {
  const open = useContext(AccountContext);
  if (open === null) throw new Error('useAccount outside AccountContext');
  return open;
}
