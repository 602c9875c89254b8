/** How one leaves this device, as the app does it from the menu (product Y9). */

export type Leaving = {
  /** What it would cost just now, in words; null for nothing. */
  readonly cost: () => string | null;
  readonly go: () => Promise<void>;
};
