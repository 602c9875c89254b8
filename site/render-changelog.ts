/** Renders CHANGELOG.md as HTML, with an anchor and a machine-readable date for each release. */
import { Marked } from 'marked';

const release = /^(?<version>\d+\.\d+\.\d+) - (?<date>\d{4}-\d{2}-\d{2})$/;

/**
 * Converts the changelog from Markdown to HTML. The input is trusted.
 * @param tag the language of the dates
 */
export function renderChangelog(source: string, tag: string): string {
  // UTC, so that the time zone of a build cannot shift a date.
  const longDate = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' });
  const markdown = new Marked({
    renderer: {
      heading({ depth, text, tokens }) {
        const { version, date } = release.exec(text)?.groups ?? {};
        if (version === undefined || date === undefined) {
          return `<h${depth}>${this.parser.parseInline(tokens)}</h${depth}>\n`;
        }
        const time = `<time datetime="${date}">${longDate.format(new Date(date))}</time>`;
        return `<h${depth} id="v${version}">${version} ${time}</h${depth}>\n`;
      },
    },
  });
  return markdown.parse(source, { async: false });
}
