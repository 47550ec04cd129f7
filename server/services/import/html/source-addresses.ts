import type { Parents } from 'hast';
import { attributeOf, isElement } from './hast.ts';

interface Addresses {
  picture?: (address: string) => string;
  link?: (address: string) => string;
}

/** Gives pictures and links of a tree the addresses that the source says. */
export function changeAddresses(parent: Parents, addresses: Addresses): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    const { properties } = child;
    if (isElement(child, 'img') && addresses.picture) properties.src = addresses.picture(attributeOf(child, 'src'));
    const href = attributeOf(child, 'href').trim();
    if (isElement(child, 'a') && href !== '' && addresses.link) properties.href = addresses.link(href);
    changeAddresses(child, addresses);
  }
}
