/** Whose turn it is, over all tabs of an account (architecture section 3). */
export type Turn = {
  /**
   * Runs work when no other tab runs its own. Who holds the turn for too long, such as a tab that the browser froze,
   * loses it: the backend skips replays, so two at once do no harm.
   */
  readonly take: (work: () => Promise<void>) => Promise<void>;
};
