/** A sentence outside web/messages. */
export const Empty = () => <p>Nothing here.</p>;
