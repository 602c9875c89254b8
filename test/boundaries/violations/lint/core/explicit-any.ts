/** A type that says nothing. */
export const weigh = (basket: any): unknown => basket;
