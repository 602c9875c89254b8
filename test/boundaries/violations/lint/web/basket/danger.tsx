/** Words of people become markup, through React. */
export const Words = ({ words }: { readonly words: string }) => <p dangerouslySetInnerHTML={{ __html: words }} />;
