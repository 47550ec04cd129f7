import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import { readYamlRecord, type YamlValue } from '#shared/content/front-matter/yaml-record.ts';

/** The values of a post that a permalink of Ghost may contain. */
export interface AddressedPost {
  slug: string;
  id: string;
  date: number | null;
  tags: readonly string[];
  author: string;
  isFeatured: boolean;
}

/** The addresses of posts, tags and authors in the Ghost site. */
export interface GhostAddresses {
  post(post: AddressedPost): string[];
  tag(slug: string): string[];
  author(slug: string): string[];
}

interface Collection {
  permalink: string;
  filter: string | null;
}

const usual = {
  collections: [{ permalink: '/{slug}/', filter: null }],
  tag: '/tag/{slug}/',
  author: '/author/{slug}/',
};

/**
 * Reads the addresses of a Ghost site's pages: from its `routes.yaml`, otherwise from the setting of older versions,
 * otherwise Ghost's defaults. Parts of the file that cannot be read get Ghost's defaults.
 */
export function ghostAddresses(routes: string | null, permalinks: string | null, timeZone: string): GhostAddresses {
  const { collections, tag, author } = readRoutes(routes, permalinks);
  const feedsOf = (address: string) => [address, `${address}rss/`];
  return {
    post: (post) =>
      collections
        .filter(({ filter }) => fits(filter, post))
        .slice(0, 1)
        .map(({ permalink }) => filled(permalink, post, timeZone)),
    tag: (slug) => (tag === null ? [] : feedsOf(tag.replace('{slug}', slug))),
    author: (slug) => (author === null ? [] : feedsOf(author.replace('{slug}', slug))),
  };
}

function readRoutes(routes: string | null, permalinks: string | null) {
  const older = permalinks?.replace(/:(\w+)/g, '{$1}') ?? '';
  const fallback = older.startsWith('/') ? { ...usual, collections: [{ permalink: older, filter: null }] } : usual;
  if (routes === null) return fallback;
  let values: ReadonlyMap<string, YamlValue>;
  try {
    values = readYamlRecord(routes).values;
  } catch (error) {
    if (error instanceof ImportFault) return fallback;
    throw error;
  }
  const collections = entriesOf(values.get('collections')).flatMap(([, collection]): Collection[] => {
    const { permalink, filter } = recordOf(collection);
    return typeof permalink === 'string' && permalink.startsWith('/')
      ? [{ permalink, filter: typeof filter === 'string' ? filter : null }]
      : [];
  });
  const taxonomies = values.has('taxonomies') ? recordOf(values.get('taxonomies')) : null;
  const addressOf = (name: 'tag' | 'author') => {
    if (taxonomies === null) return usual[name];
    const said = taxonomies[name];
    return typeof said === 'string' && said.startsWith('/') ? said : null;
  };
  return {
    collections: collections.length > 0 ? collections : fallback.collections,
    tag: addressOf('tag'),
    author: addressOf('author'),
  };
}

function recordOf(value: YamlValue | undefined): Record<string, YamlValue> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

function entriesOf(value: YamlValue | undefined): [string, YamlValue][] {
  return Object.entries(recordOf(value));
}

/** Applies filters by tag, author and featured state, joined by "+"; any other filter is assumed to match. */
function fits(filter: string | null, post: AddressedPost): boolean {
  return (filter ?? '').split('+').every((part) => {
    const match = /^\s*(-?)(tags?|primary_tag|authors?|primary_author|featured):(-?)([\w-]+|\[[\w,-]+\])\s*$/.exec(
      part,
    );
    if (!match) return true;
    const [, , field = '', not, value = ''] = match;
    const wanted = value.replace(/[[\]]/g, '').split(',');
    const has = field.startsWith('tag')
      ? post.tags.some((tag) => wanted.includes(tag))
      : field === 'primary_tag'
        ? wanted.includes(post.tags[0] ?? '')
        : field === 'featured'
          ? wanted.includes(String(post.isFeatured))
          : wanted.includes(post.author);
    return not === '-' || match[1] === '-' ? !has : has;
  });
}

function filled(permalink: string, post: AddressedPost, timeZone: string): string {
  const [year = '', month = '', day = ''] = dayOf(post.date, timeZone);
  const values: Record<string, string> = {
    slug: post.slug,
    id: post.id,
    year,
    month,
    day,
    primary_tag: post.tags[0] ?? 'all',
    primary_author: post.author,
    author: post.author,
  };
  return permalink.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : whole,
  );
}

/** Year, month and day in the time zone of the site. */
function dayOf(date: number | null, timeZone: string): string[] {
  if (date === null) return [];
  const format = (zone: string) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
      date,
    );
  try {
    return format(timeZone).split('-');
  } catch {
    return format('UTC').split('-');
  }
}
