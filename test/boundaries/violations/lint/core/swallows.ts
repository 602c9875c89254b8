/** A swallowed failure. */
export function attempt(work: () => void): void {
  try {
    work();
  } catch {}
}
