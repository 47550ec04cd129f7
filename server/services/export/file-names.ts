import { slugify } from '#shared/content/slug.ts';

const LONGEST = 150;
/** Names Windows keeps for devices, with any ending (learn.microsoft.com, "Naming Files, Paths, and Namespaces"). */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * Gives each slug a file name that is safe on every system: lower-case letters, digits and hyphens, none twice. The
 * same slugs in the same order get the same names.
 */
export function createFileNames(): (slug: string) => string {
  const given = new Set<string>();
  return (slug) => {
    const plain = slugify(slug).slice(0, LONGEST).replace(/-$/, '') || 'post';
    const base = devices.test(plain) ? `post-${plain}` : plain;
    let name = base;
    for (let number = 2; given.has(name); number += 1) name = `${base}-${number}`;
    given.add(name);
    return `${name}.md`;
  };
}
