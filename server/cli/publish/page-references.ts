/** The attributes, as React writes them, that name something a page needs or links to. */
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

/** Decodes the text of an attribute. */
function unescaped(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#x27|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}

/** Returns everything that a page's HTML names: addresses as written there, and contents that may be one. */
export function referencesIn(html: string): string[] {
  const named = [...html.matchAll(NAMED)].map(([, value = '']) => unescaped(value));
  const sets = [...html.matchAll(SETS)].flatMap(([, value = '']) =>
    unescaped(value)
      .split(',')
      .map((each) => each.trim().split(/\s+/)[0] ?? ''),
  );
  return [...named, ...sets].filter((each) => /^(\/(?!\/)|https?:\/\/)/.test(each));
}

/** Returns the addresses of a page's links. */
export function linksIn(html: string): string[] {
  return [...html.matchAll(/<a\s[^>]*?href="([^"]*)"/g)].map(([, value = '']) => unescaped(value));
}

/** Returns the addresses that a sitemap names, including those of its own parts. */
export function locationsIn(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, value = '']) => unescaped(value));
}
