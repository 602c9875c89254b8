/** Whoever comes by a link or from a provider: the address is read, and the screen says what came of it. */
import { useState } from 'react';
import { ArrivalScreen } from './arrival/arrival-screen.tsx';
import { forgetArrival, readArrival } from './read-arrival.ts';

type ArrivedProps = {
  /** The parameters of the address. */
  readonly address: string;
  readonly onDone: () => void;
};

export function Arrived({ address, onDone }: ArrivedProps) {
  const [arrival] = useState(() => readArrival(address));
  return <ArrivalScreen arrival={arrival} onAnswered={forgetArrival} onDone={onDone} />;
}
