/** Features of the device and the browser: vibration, wake lock, files, installation, updates. */

export type DeviceFeatures = {
  /** Vibrates briefly if the device can. */
  readonly vibrate: () => void;
  /** Keeps the screen on while the page is visible, until called with `false` (product D7). */
  readonly keepAwake: (isWanted: boolean) => void;
  /** Whether the browser can keep the screen on at all. */
  readonly canKeepAwake: boolean;
  /** Whether the device can vibrate at all. */
  readonly canVibrate: boolean;
  /** Saves a text as a file. */
  readonly saveFile: (name: string, text: string) => void;
  /** Whether another app shared a text that was not yet added or refused; rejects without a cache. */
  readonly hasSharedText: () => Promise<boolean>;
  /** Downloads the ways to share; rejects if they cannot be downloaded. */
  readonly loadSharing: () => Promise<Sharing>;
};

/** Ways to send a link or a text to another person, and to receive one from another app. */
export type Sharing = {
  /** Whether the system has a share sheet. */
  readonly hasShareSheet: boolean;
  /** Opens the system's share sheet. @returns false if it could not be opened */
  readonly openShareSheet: (content: { readonly text: string; readonly url?: string }) => Promise<boolean>;
  /** Draws a QR code. @returns the URL of an image, which has a quiet margin and is dark on white in both themes */
  readonly drawQrCode: (text: string) => string;
  /** Returns the text that another app shared to this one; '' if there is none. */
  readonly readSharedText: () => Promise<string>;
  readonly deleteSharedText: () => Promise<void>;
};

/** Installs the app on the home screen (product D5). */
export type Installer = {
  /** `prompt`: the browser has an install prompt; `steps`: the user has to follow steps; `installed`: the app is installed. */
  readonly way: () => 'prompt' | 'steps' | 'installed';
  /** Whether this looks like an iPhone or iPad, whose steps differ. */
  readonly isApple: boolean;
  /** Shows the browser's install prompt. */
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
