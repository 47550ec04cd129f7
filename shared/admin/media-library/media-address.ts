/** The address of the Media Library. */
export const MEDIA_ADDRESS = '/admin#media';

export function isMediaAddress({ hash }: { hash: string }): boolean {
  return hash === '#media';
}
