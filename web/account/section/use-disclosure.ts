/** State of a form that a button opens in its place. */
import { useState } from 'react';

type Opened = {
  readonly isOpen: boolean;
  /** Whether the form was closed, so that the button gets the focus again. */
  readonly isBack: boolean;
  readonly open: () => void;
  readonly close: () => void;
};

export function useDisclosure(): Opened {
  const [stage, setStage] = useState<'closed' | 'open' | 'back'>('closed');
  return {
    isOpen: stage === 'open',
    isBack: stage === 'back',
    open: () => setStage('open'),
    close: () => setStage('back'),
  };
}
