/** Whether the app is online, as far as it can tell (product Y6). */
export type Connection = {
  readonly isOnline: () => boolean;
  readonly onChange: (callback: () => void) => () => void;
};
