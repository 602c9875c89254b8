/** The shopper's preferences for this device. They are not synced. */

export type Theme = 'system' | 'light' | 'dark';

export type Preferences = {
  /** Follows the system, or is chosen by the user (product D3). */
  readonly theme: Theme;
  /** Whether a tick vibrates, on devices that can. */
  readonly vibrates: boolean;
  /** Whether the screen stays on while shopping, in browsers that can (product D7). */
  readonly keepsAwake: boolean;
  /** Whether ticked items come last in their category. */
  readonly tickedLast: boolean;
  /** Whether `/` and `n` focus the add field. Speech input can trigger them by mistake (WCAG 2.1.4). */
  readonly addKeys: boolean;
  /** Whether the hint about an item's menu was shown. */
  readonly hasSeenItemHint: boolean;
};

export const DEFAULT_PREFERENCES: Preferences = {
  theme: 'system',
  vibrates: true,
  keepsAwake: true,
  tickedLast: false,
  addKeys: true,
  hasSeenItemHint: false,
};

export type PreferenceStorage = {
  /** The same object until something changes. */
  readonly read: () => Preferences;
  readonly write: (preferences: Preferences) => void;
  readonly onChange: (listener: () => void) => () => void;
};
