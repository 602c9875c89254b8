/** Style rules that the linter cannot check: a file starts with a sentence, and a lint exception has a reason. */

/** Whether a source file starts with a sentence about its purpose; a program may start with its interpreter line. */
export const hasOpeningSentence = (source: string): boolean => /^(?:#!.*\n)?\/\*\*\s+(?:\* )?\w/.test(source);

/** The line numbers, from 1, of lint exceptions without a reason on the line above. */
export function findBareExceptions(source: string): readonly number[] {
  const lines = source.split('\n');
  return lines.flatMap((line, index) => (isException(line) && !isReason(lines[index - 1]) ? [index + 1] : []));
}

const isException = (line: string): boolean =>
  /^\s*\{?\/[/*]\s*oxlint-disable|\S\s+\/\/ oxlint-disable-line/.test(line);

const isReason = (line = ''): boolean => /^\s*(?:\{?\/\*\*?|\/\/|\*) \S/.test(line) && !isException(line);
