import type { Page } from 'playwright/test';

/** The head of a page: each `<meta>` by its name or property, in order, and the links by their relation. */
export interface Head {
  title: string;
  meta: Record<string, string[]>;
  links: Record<string, string[]>;
  jsonLd: string[];
}

/** Returns the head of the page as it is, or, if `html` is given, as a client that runs no script reads it. */
export async function headOf(page: Page, html?: string): Promise<Head> {
  return page.evaluate((text) => {
    const document = text === undefined ? window.document : new DOMParser().parseFromString(text, 'text/html');
    const valuesBy = (selector: string, nameOf: (element: Element) => string | null, value: string) => {
      const values: Record<string, string[]> = {};
      for (const element of document.querySelectorAll(selector)) {
        const name = nameOf(element) ?? '';
        values[name] = [...(values[name] ?? []), element.getAttribute(value) ?? ''];
      }
      return values;
    };
    const scripts = [...document.querySelectorAll('script[type="application/ld+json"]')];
    return {
      title: document.title,
      meta: valuesBy(
        'head > meta[content]',
        (element) => element.getAttribute('property') ?? element.getAttribute('name'),
        'content',
      ),
      links: valuesBy('head > link[rel]', (element) => element.getAttribute('rel'), 'href'),
      jsonLd: scripts.map((script) => script.textContent ?? ''),
    };
  }, html);
}
