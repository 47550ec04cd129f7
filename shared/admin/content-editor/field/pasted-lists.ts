/**
 * Word writes a list item as a paragraph of its own: the level is in its style, and the number or bullet is in the
 * text, in a part that other programs are meant to ignore.
 */
export function readWordLists(body: HTMLElement): void {
  /** The open lists, the outermost first. */
  let open: HTMLElement[] = [];
  let last: Element | null = null;
  for (const paragraph of body.querySelectorAll<HTMLElement>('p[style*="mso-list"],p[class*="MsoListParagraph"]')) {
    const style = paragraph.getAttribute('style') ?? '';
    const level = /mso-list:[^;]*level(\d+)/i.exec(style)?.[1];
    const mark = paragraph.querySelector('[style*="mso-list:Ignore"],[style*="mso-list: Ignore"]');
    if (level === undefined || !mark) continue;
    const isOrdered = /^[\s(]*[a-z\d]+[.)]/i.test(mark.textContent);
    mark.remove();
    if (paragraph.previousElementSibling !== last || last === null) open = [];
    open = open.slice(0, Number(level));
    // A list of the other kind (numbers after bullets, or bullets after numbers) follows at once.
    if (open.length === Number(level) && open.at(-1)?.localName !== (isOrdered ? 'ol' : 'ul')) open.pop();
    while (open.length < Math.min(Number(level), 9)) {
      const list = body.ownerDocument.createElement(isOrdered ? 'ol' : 'ul');
      const parent = open.at(-1);
      if (parent) (parent.lastElementChild ?? parent).append(list);
      else paragraph.before(list);
      open.push(list);
    }
    const item = body.ownerDocument.createElement('li');
    item.append(...paragraph.childNodes);
    open.at(-1)?.append(item);
    paragraph.remove();
    last = open[0] ?? null;
  }
}

/** Google Docs puts a nested list beside the item it belongs to. */
export function nestLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll('ul > ul,ul > ol,ol > ul,ol > ol')) {
    const item = list.previousElementSibling;
    if (item?.tagName === 'LI') item.append(list);
  }
}
