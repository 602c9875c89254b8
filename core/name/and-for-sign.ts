/** Names that some shoppers write with `&`, and others with `and`. */

/** Replaces `&` between words with `and`: `half & half`. */
export const andForSign = (name: string): string => name.replace(/(?<=\s)&(?=\s)/gu, 'and');
