/** Where History is. */
export const HISTORY_ADDRESS = '/admin#history';

export function isHistoryAddress({ hash }: { hash: string }): boolean {
  return hash === '#history';
}
