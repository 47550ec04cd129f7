/** The address of the screen for letters and subscribers. */
export const LETTERS_ADDRESS = '/admin#letters';

export function isLettersAddress({ hash }: { hash: string }): boolean {
  return hash === '#letters';
}
