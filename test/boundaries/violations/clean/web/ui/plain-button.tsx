/** A part without groceries. */
type PlainButtonProps = { readonly label: string; readonly onPress: () => void };

export function PlainButton({ label, onPress }: PlainButtonProps) {
  return (
    <button type="button" onClick={onPress}>
      {label}
    </button>
  );
}
