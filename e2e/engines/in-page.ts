/** Functions that journeys run in the page. Each can use nothing outside itself. */

/** The names of the categories, from the top. */
export const readOrder = (): readonly string[] =>
  Array.from(document.querySelectorAll('#app h2'), ({ textContent }) => textContent.replace(/\s*\(\d+\/\d+\).*$/u, ''));

/** Shows the page as it would be printed: not every driver can print, but every engine has the style sheets and the event. */
export function showAsPrinted(): void {
  window.dispatchEvent(new Event('beforeprint'));
  const rewrite = (rules: CSSRuleList): void => {
    for (const rule of rules) {
      if (rule instanceof CSSMediaRule) {
        const medium = rule.media.mediaText;
        if (/\bprint\b/u.test(medium)) rule.media.mediaText = 'all';
        else if (/\bscreen\b/u.test(medium)) rule.media.mediaText = 'not all';
      }
      if ('cssRules' in rule) rewrite(rule.cssRules as CSSRuleList);
    }
  };
  for (const sheet of document.styleSheets) rewrite(sheet.cssRules);
}

/** Adds a field with selected text, and records when it is copied. */
export function showCopySource(text: string): void {
  const source = document.createElement('textarea');
  source.value = text;
  source.id = 'copy-source';
  source.addEventListener('copy', () => void (source.dataset['isCopied'] = ''));
  document.body.append(source);
  source.focus();
  source.select();
}

/** Removes that field, if its text was copied: a driver can return before the page has received the key. */
export function removeCopied(): boolean {
  const source = document.querySelector('#copy-source[data-is-copied]');
  source?.remove();
  return source !== null;
}

/** The invitation link that Share shows. */
export const readInvitation = (): string | null =>
  /https?:\/\/\S+#join=\S+/u.exec(document.body.innerText)?.[0] ?? null;
