/** A value once it has stood still for a while. */
import { useEffect, useState } from 'react';

/** The last value that stayed the same for so many milliseconds; at first the first one. */
export function useRested<T>(value: T, milliseconds: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return rested;
}
