/** The elements that stand for a footnote and for the number that leads to it, until they become Markdown. */
export const NOTE_TAGS = { number: 'note-number', text: 'note-text' } as const;

/**
 * Reads footnotes of word processors and web pages: a footnote is a number that links to a note from which a link leads
 * back. Each becomes a Markdown footnote, numbered in the order in which the text refers to them.
 */
export function readNotes(body: HTMLElement): void {
  const page = body.ownerDocument;
  const places = new Map<string, Element>();
  for (const element of body.querySelectorAll('[id],a[name]')) {
    for (const name of [element.id, element.getAttribute('name') ?? '']) {
      if (name !== '' && !places.has(name)) places.set(name, element);
    }
  }
  const labels = new Map<Element, string>();
  for (const link of body.querySelectorAll<HTMLElement>('a[href^="#"]')) {
    const target = placeOf(link, places);
    const note = target && noteAt(target);
    if (!note || note.contains(link)) continue;
    const back = [...note.querySelectorAll<HTMLElement>('a[href^="#"]')].filter((each) => {
      const leads = placeOf(each, places);
      return leads !== undefined && (leads === link || leads.contains(link) || link.contains(leads));
    });
    // A place in the text without a link back is not a note.
    if (!labels.has(note) && back.length === 0) continue;
    for (const each of back) each.remove();
    const label = labels.get(note) ?? String(labels.size + 1);
    labels.set(note, label);
    const number = page.createElement(NOTE_TAGS.number);
    number.dataset.label = label;
    // The renderer writes the number, so the raised number of Word or Google Docs is removed.
    const raised = link.closest('sup');
    (raised?.textContent === link.textContent ? raised : link).replaceWith(number);
  }
  for (const [note, label] of labels) {
    const text = page.createElement(NOTE_TAGS.text);
    text.dataset.label = label;
    text.append(...note.childNodes);
    note.remove();
    body.append(text);
  }
  if (labels.size > 0) removeWhatHeldNotes(body);
}

function placeOf(link: Element, places: ReadonlyMap<string, Element>): Element | undefined {
  return places.get((link.getAttribute('href') ?? '').slice(1));
}

/** Returns the block that a place is in, or is itself. A place that contains a whole page is not a note. */
function noteAt(place: Element): Element | null {
  const block = place.closest('li,p,div,dd,aside');
  const around = block?.parentElement?.closest<HTMLElement>('[id^="ftn"],[style*="mso-element:footnote"]');
  const note = around?.children.length === 1 ? around : block;
  return note && note.querySelector('h1,h2,h3,h4,h5,h6,table') === null ? note : null;
}

/** Removes the line and the empty lists and boxes that contained the notes. */
function removeWhatHeldNotes(body: HTMLElement): void {
  for (const box of [...body.querySelectorAll('ol,ul,div,section')].reverse()) {
    if (box.textContent.trim() === '' && box.querySelector('img,hr') === null) box.remove();
  }
  for (const line of body.querySelectorAll('hr')) {
    const next = line.nextElementSibling;
    const isLast = next === null || next.localName === NOTE_TAGS.text;
    if (isLast && line.closest('blockquote,li') === null) line.remove();
  }
}
