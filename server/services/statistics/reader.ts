/** Whoever asks for a page, as far as counting needs to know them; nothing of it is stored. */
export interface Reader {
  /** Of the address (`clientNetwork`). */
  network: string;
  userAgent: string;
  /** Says that it is a phone. */
  isMobile: boolean;
  /** Has asked not to be counted: `DNT` or `Sec-GPC`. */
  isPrivate: boolean;
  /** The owner, or a program of theirs. */
  isOwner: boolean;
}
