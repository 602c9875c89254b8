/** A swallowed failure. */
export function attempt(act: () => void): void {
  try {
    act();
  } catch {}
}
