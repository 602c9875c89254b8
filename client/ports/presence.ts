/** Who else has a list open now (product H8). */

export type Presence = {
  /**
   * Reports the other users who have the list open in an app that is visible, on any device: at once, and whenever this
   * changes. Nobody is reported without a connection, or if the backend does not support presence. While there is a
   * subscriber and this app is visible, this user is reported to the others.
   * @param onChange receives the ids of the users in ascending order. Any member can report any id, so ignore unknown ones
   * @returns a function that unsubscribes
   */
  readonly subscribe: (onChange: (userIds: readonly string[]) => void) => () => void;
};
