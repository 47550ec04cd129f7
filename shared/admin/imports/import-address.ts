/** The address of the import screen. */
export const IMPORT_ADDRESS = '/admin#import';

export function isImportAddress({ hash }: { hash: string }): boolean {
  return hash === '#import';
}
