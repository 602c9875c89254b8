/** A value once it has stood still for a while. */
import { useEffect, useState } from 'react';

/** Returns the last value that was stable for the given number of milliseconds, initially the first value. */
export function useRested<T>(value: T, milliseconds: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return rested;
}
