import { readablePath } from '#shared/kernel/site-path.ts';
import type { LinkFault } from './links.ts';

/** Returns one sentence that says what is wrong with a link. */
export function linkFaultWords({ kind, text, address, to }: LinkFault): string {
  const link = text === '' ? readablePath(address) : `“${text}” (${readablePath(address)})`;
  switch (kind) {
    case 'missing':
      return `${link} leads to nothing.`;
    case 'unpublished':
      return `${link} leads to something that readers do not see yet.`;
    case 'redirected':
      return `${link} is redirected to ${readablePath(to ?? '')}.`;
  }
}
