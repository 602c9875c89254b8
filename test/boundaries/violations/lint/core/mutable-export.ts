/** A variable that others watch. */
export let weight = 1;
export const grow = (): void => {
  weight = 2;
};
