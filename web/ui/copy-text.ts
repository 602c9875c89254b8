/** Puts a text where the shopper can paste it from. */

/** Tells whether it is there: a browser has no clipboard for a page that did not come by https, and may refuse it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
