/** Where the Media Library is. */
export const MEDIA_ADDRESS = '/admin#media';

export function isMediaAddress({ hash }: { hash: string }): boolean {
  return hash === '#media';
}
