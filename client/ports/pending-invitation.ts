/** The invitation that the user opened and has not answered yet. It survives sign-in, sign-up and reloads (product H4). */

export type PendingInvitation = {
  /** Its secret; null if there is none. */
  readonly secret: () => string | null;
  /** Removes it: it was accepted, declined or refused. */
  readonly remove: () => void;
  /** Calls back when an invitation was opened or removed, in any tab. */
  readonly onChange: (listener: () => void) => () => void;
};
