/** The list a shopper made in the demo, on its way into a new account (issue: from demo to account). */
import type { ListCopy } from '#core/change/change.ts';

export type TakeAlong = {
  /** How many items it has; null where there is no such list on this device, or nobody made anything of it. */
  readonly offer: () => Promise<{ readonly items: number } | null>;
  /** Remembers that it joins the account with this address, at the first sign-in on this device. */
  readonly promise: (email: string) => void;
  /** Whether that was promised, and still stands. */
  readonly isPromised: (email: string) => boolean;
  /** Takes that back. */
  readonly cancel: () => void;
  /**
   * Leaves an account that was just deleted: what was wished for its list is done, and nothing else stays on this device.
   * @returns `demo`: the list went on there. `refused`: the demo did not take it, so all of it is still where it was, and
   * it is tried again at the next start
   */
  readonly leaveAccount: (userId: string, copy: ListCopy) => Promise<'demo' | 'nothing' | 'refused'>;
};
