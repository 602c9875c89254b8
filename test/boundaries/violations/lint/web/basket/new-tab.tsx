/** A link that hands the page to a stranger. */
export const Link = ({ to, label }: { readonly to: string; readonly label: string }) => (
  <a href={to} target="_blank">
    {label}
  </a>
);
