/**
 * A published page as the server that made it shows it: without what a page needs that lies elsewhere than its server. The
 * rest of it is the same to the byte, or it is not the current page. `writer` is the origin that takes what readers send.
 */
export function asServed(html: string, writer: string): string {
  return html
    .replace(/<meta http-equiv="Content-Security-Policy" content="[^"]*"\/>/i, '')
    .replace(` data-writer="${writer}"`, '')
    .replaceAll(` action="${writer}/`, ' action="/')
    .replaceAll(` href="${writer}/admin"`, ' href="/admin"')
    .replaceAll(`,"writer":"${writer}"`, '')
    .replace(/(<meta name="later" content="[^"]*?) \/assets\/published-search[^ "]*/, '$1')
    .replace(
      /<button type="submit"( class="[^"]*" aria-pressed="[^"]*") formAction="\/category\/([^"]*)"/g,
      (_, rest: string, slug: string) =>
        `<button type="submit" value="${decodeURIComponent(slug)}"${rest} name="category"`,
    )
    .replace(/<p class="scripts-off [^>]*>.*?<\/p>/s, '')
    .replace(
      /((?:href|content)="[^"]*?)(\/?)\/page\/([1-9]\d*)(?=[#"])/g,
      (_, before: string, slash: string, page: string) => {
        const isFront = /="(?:https?:\/\/[^/"]+)?$/.test(before);
        return `${before}${slash}${isFront ? '/' : ''}?page=${page}`;
      },
    );
}
