/** Whether the network can be used, as far as anybody can tell (product Y6). */
export type Connection = {
  readonly isOnline: () => boolean;
  readonly onChange: (callback: () => void) => () => void;
};
