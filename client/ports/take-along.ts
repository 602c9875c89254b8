/** The list a shopper made in the demo, on its way into a new account (issue: from demo to account). */
import type { ListCopy } from '#core/change/change.ts';

export type TakeAlong = {
  /** How many items it has; null where there is no such list on this device, or nobody made anything of it. */
  readonly offer: () => Promise<{ readonly items: number } | null>;
  /** Remembers that it joins the account with this address, at the first sign-in on this device. */
  readonly promise: (email: string) => void;
  /** Takes that back. */
  readonly cancel: () => void;
  /** Adds a list to the demo's: for who deletes an account and keeps the list. Tells whether it is on the disk. */
  readonly keepInDemo: (copy: ListCopy) => Promise<boolean>;
};
