/** Guards against JSON that is nested so deeply that writing it again would exhaust the stack. */

const DEEPEST = 200;

/** Takes JSON text. Says whether its arrays and objects lie deeper within each other than anything honest does. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i];
    if (quoted && character === '\\') i += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted) depth += steps.get(character) ?? 0;
    if (depth > DEEPEST) return true;
  }
  return false;
}

const steps: ReadonlyMap<string | undefined, number> = new Map([
  ['[', 1],
  ['{', 1],
  [']', -1],
  ['}', -1],
]);
