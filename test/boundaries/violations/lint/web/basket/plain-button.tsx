/** A button that submits by surprise. */
export const Press = ({ label }: { readonly label: string }) => <button>{label}</button>;
