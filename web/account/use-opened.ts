/** A part of a section that a button opens in its place, and that gives the place back when it is done. */
import { useState } from 'react';

type Opened = {
  readonly isOpen: boolean;
  /** Whether the button comes back to where the part was: it then has the focus again. */
  readonly isBack: boolean;
  readonly open: () => void;
  readonly close: () => void;
};

export function useOpened(): Opened {
  const [stage, setStage] = useState<'closed' | 'open' | 'back'>('closed');
  return {
    isOpen: stage === 'open',
    isBack: stage === 'back',
    open: () => setStage('open'),
    close: () => setStage('back'),
  };
}
