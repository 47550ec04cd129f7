/**
 * Whether the link around a picture leads to a picture: the same one in full size, or another. A picture can also be in
 * a link to a page.
 */
export function leadsToPicture(href: string, shown: string | undefined): boolean {
  return href === shown || /\.(avif|gif|jpe?g|png|svg|webp)$/i.test(href.replace(/[?#].*/, ''));
}
