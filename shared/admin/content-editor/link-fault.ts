import type { LinkAddress } from '#shared/content/link-address.ts';

/** Says why an address is refused, and which address would be accepted. */
export function linkFault(outcome: Exclude<LinkAddress, { kind: 'usable' }>): string {
  if (outcome.kind === 'offered') return `This address does not say how to get there. Did you mean ${outcome.url}?`;
  const kinds = 'https://, http://, mailto: or tel:, or with / for a page of this site, or # for a place in this post';
  return outcome.scheme === null
    ? `This is no address. One begins with ${kinds}.`
    : `A link cannot lead to ${outcome.scheme}: addresses. One begins with ${kinds}.`;
}
