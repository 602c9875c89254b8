/** A question before something that replaces or deletes much. */

export type Question = {
  readonly title: string;
  readonly text: string;
  /** The words of the button that does it. */
  readonly yes: string;
  /** The words of the button that does nothing; 'Cancel' by default. */
  readonly no?: string;
  readonly isDanger: boolean;
  readonly onYes: () => void;
};
