/** An exception from everything. */
// oxlint-disable-next-line
export const weigh = (basket: any): unknown => basket;
