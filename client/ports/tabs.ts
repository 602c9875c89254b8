/** Messages between the tabs of an account on this device (product Y8). */
export type Tabs = {
  /** Tells the other tabs that the outbox or the base changed on disk. The message has no content: a lost one only delays. */
  readonly announce: () => void;
  /** Calls back when another tab announced a change, and when this tab may have missed one while it was suspended. */
  readonly onChange: (callback: () => void) => () => void;
};
