/** A component that reads the clock while it renders. */
export function Clock() {
  return <p>{Date.now()}</p>;
}
