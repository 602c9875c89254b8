/** What the thing in the shopper's hand can do besides showing a page. */

export type Handset = {
  /** A short vibration, where there is one. */
  readonly vibrate: () => void;
  /** Keeps the screen on, as long as the page is visible, until it is told otherwise (product D7). */
  readonly keepAwake: (isWanted: boolean) => void;
  /** Whether the browser can keep the screen on at all. */
  readonly canKeepAwake: boolean;
  /** Whether the device can vibrate at all. */
  readonly canVibrate: boolean;
  /** Hands the shopper a text as a file. */
  readonly saveFile: (name: string, text: string) => void;
};

/** How the app gets onto the home screen (product D5). */
export type Installer = {
  /** `prompt`: the browser can ask; `steps`: the shopper must do it; `installed`: it is done. */
  readonly way: () => 'prompt' | 'steps' | 'installed';
  /** Whether this looks like an iPhone or iPad, whose steps differ. */
  readonly isApple: boolean;
  /** Lets the browser ask. */
  readonly prompt: () => void;
  readonly onChange: (listener: () => void) => () => void;
};

/** A new version of the app that waits for consent (product D6). */
export type Updates = {
  readonly isWaiting: () => boolean;
  /** Starts the new version; every tab reloads once. */
  readonly apply: () => void;
  readonly onChange: (listener: () => void) => () => void;
};
