/** Words of people become markup. */
export const show = (place: Element, words: string): void => {
  place.innerHTML = words;
};
