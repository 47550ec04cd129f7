/** Attributes that name something a page needs or leads to, as React writes them. */
const NAMED = /\s(?:href|src|poster|content)="([^"]*)"/g;
const SETS = /\s(?:srcset|srcSet|imagesrcset)="([^"]*)"/g;

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&#39;': "'",
};

/** A text of an attribute as it is meant. */
function unescaped(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#x27|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}

/** Everything a page's HTML names: addresses as they stand there, and contents that may be one. */
export function referencesIn(html: string): string[] {
  const named = [...html.matchAll(NAMED)].map(([, value = '']) => unescaped(value));
  const sets = [...html.matchAll(SETS)].flatMap(([, value = '']) =>
    unescaped(value)
      .split(',')
      .map((each) => each.trim().split(/\s+/)[0] ?? ''),
  );
  return [...named, ...sets].filter((each) => /^(\/(?!\/)|https?:\/\/)/.test(each));
}

/** What the links of a page lead to. */
export function linksIn(html: string): string[] {
  return [...html.matchAll(/<a\s[^>]*?href="([^"]*)"/g)].map(([, value = '']) => unescaped(value));
}

/** The addresses a sitemap names, its own parts among them. */
export function locationsIn(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, value = '']) => unescaped(value));
}
