/** Where posts are brought in from elsewhere. */
export const IMPORT_ADDRESS = '/admin#import';

export function isImportAddress({ hash }: { hash: string }): boolean {
  return hash === '#import';
}
