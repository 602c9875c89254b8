/** A failure that nobody hears. */
export function attempt(act: () => void): void {
  try {
    act();
  } catch {}
}
