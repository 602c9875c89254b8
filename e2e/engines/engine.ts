/** What the journeys need from a browser, whichever protocol drives it. */

/** The keys that the journeys press together or alone, besides characters. */
export const NAMED_KEYS = ['Control', 'Shift', 'Enter', 'Escape', 'Tab', 'ArrowDown', 'Home'] as const;

export type NamedKey = (typeof NAMED_KEYS)[number];

/** A place in the window, in CSS pixels from its top left corner. */
export type Point = { readonly x: number; readonly y: number };

/** A window with separate storage. */
export type Device = {
  readonly open: (address: string) => Promise<void>;
  readonly reload: () => Promise<void>;
  /** Runs a function in the page. The function can use nothing but its argument, and returns a JSON value. */
  readonly evaluate: <T, A = undefined>(work: (argument: A) => T | Promise<T>, argument: A) => Promise<T>;
  /** Clicks with the mouse. */
  readonly click: (point: Point) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  /** Presses keys together and releases them in the reverse order. */
  readonly press: (...keys: readonly (NamedKey | (string & {}))[]) => Promise<void>;
  readonly close: () => Promise<void>;
  /** The names of controls that a press missed, because the page moved under it. */
  readonly missed: string[];
};

/** A device as an engine opens it. */
export type DrivenDevice = Omit<Device, 'missed'>;

/** A running browser. */
export type Engine = {
  /** Opens an empty device. */
  readonly openDevice: () => Promise<DrivenDevice>;
  readonly close: () => Promise<void>;
};

/** The inner size of a phone's window, in CSS pixels. WebKitGTK's window is a little larger, because its toolbar needs the room. */
export const PHONE = { width: 390, height: 844 };
