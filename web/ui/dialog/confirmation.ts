/** The texts and the action of a dialog that asks for confirmation. */

export type Confirmation = {
  readonly title: string;
  readonly text: string;
  /** The label of the button that confirms. */
  readonly yes: string;
  /** The label of the button that cancels; 'Cancel' by default. */
  readonly no?: string;
  readonly isDanger: boolean;
  readonly onYes: () => void;
};
