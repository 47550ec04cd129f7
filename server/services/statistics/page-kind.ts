import { type PageKind, pageKinds } from '#shared/contract/statistics.ts';

/**
 * The kind of page to which the first part of an address belongs, or `home`; undefined for anything that is not a page.
 * @param landingPaths the addresses of the landing pages: "/tools"
 */
export function pageKindOf(first: string, landingPaths: readonly string[]): PageKind | undefined {
  if (landingPaths.includes(`/${first}`)) return 'landing';
  return pageKinds.find((kind) => kind === first && kind !== 'landing');
}
