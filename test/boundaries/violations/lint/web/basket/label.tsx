/** A label outside web/messages. */
export const Empty = () => <section aria-label="Nothing here" />;
