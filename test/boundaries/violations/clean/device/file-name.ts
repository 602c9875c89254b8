/** A part of the device that needs no browser. */
export const fileName = 'basket.txt';
