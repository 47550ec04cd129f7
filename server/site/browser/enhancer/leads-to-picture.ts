/**
 * Whether the link round a picture leads to a picture: the same one in full size, or another. A picture can also stand
 * in a link to a page.
 */
export function leadsToPicture(href: string, shown: string | undefined): boolean {
  return href === shown || /\.(avif|gif|jpe?g|png|svg|webp)$/i.test(href.replace(/[?#].*/, ''));
}
