/** A button that no keyboard reaches. */
export const Tick = ({ onTick }: { readonly onTick: () => void }) => <div onClick={onTick} />;
