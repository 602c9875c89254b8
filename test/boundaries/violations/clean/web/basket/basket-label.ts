/** A part of the basket screen. */
export const basketLabel = (weight: number): string => `${weight} kg`;
