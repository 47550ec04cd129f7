import type { AuthorWithCount } from '#shared/contract/authors.ts';
import type { Category } from '#shared/contract/categories.ts';
import { modifiedAt } from '../modified.ts';
import { authorPath, categoryPath, postPath } from '../routes.ts';
import type { ShownPost, SiteInfo } from '../site-data.ts';

/** The site and how to search it: https://developers.google.com/search/docs/appearance/site-names */
export function homeJsonLd(info: SiteInfo): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: info.name,
    description: info.tagline,
    url: `${info.url}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${info.url}/search?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
}

export function categoryJsonLd(category: Category, info: SiteInfo): object {
  return breadcrumbs([
    [info.name, `${info.url}/`],
    [category.name, `${info.url}${categoryPath(category.slug)}`],
  ]);
}

/** A list of posts at the end of `trail`: the names and paths below the home page. */
export function collectionJsonLd(name: string, trail: [name: string, path: string][], info: SiteInfo): object[] {
  const path = trail.at(-1)?.[1] ?? '/';
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'CollectionPage',
      name,
      url: `${info.url}${path}`,
      isPartOf: { '@type': 'WebSite', name: info.name, url: `${info.url}/` },
    },
    breadcrumbs([[info.name, `${info.url}/`], ...trail.map(([each, to]): [string, string] => [each, info.url + to])]),
  ];
}

/** https://developers.google.com/search/docs/appearance/structured-data/profile-page */
export function authorJsonLd(author: AuthorWithCount, info: SiteInfo): object[] {
  const url = `${info.url}${authorPath(author.slug)}`;
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'ProfilePage',
      mainEntity: {
        '@type': 'Person',
        name: author.name,
        url,
        ...(author.bio && { description: author.bio }),
        ...(author.avatar && URL.canParse(author.avatar, info.url) && { image: new URL(author.avatar, info.url).href }),
      },
    },
    breadcrumbs([
      [info.name, `${info.url}/`],
      [author.name, url],
    ]),
  ];
}

/** The article and its place in the site. `image` is an absolute address. */
export function postJsonLd(post: ShownPost, info: SiteInfo, description: string, image: string): object[] {
  const url = `${info.url}${postPath(post.slug)}`;
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Article',
      headline: post.title,
      description,
      image: [image],
      datePublished: post.publishedAt ?? post.createdAt,
      dateModified: modifiedAt(post),
      author: {
        '@type': 'Person',
        name: post.author.name,
        url: `${info.url}${authorPath(post.author.slug)}`,
        ...(post.author.bio && { description: post.author.bio }),
      },
      publisher: {
        '@type': 'Organization',
        name: info.name,
        url: `${info.url}/`,
        logo: { '@type': 'ImageObject', url: `${info.url}/apple-touch-icon.png` },
      },
      mainEntityOfPage: { '@type': 'WebPage', '@id': url },
      articleSection: post.category.name,
      ...(post.series && {
        isPartOf: { '@type': 'CreativeWorkSeries', name: post.series.name },
        position: post.series.part,
      }),
      keywords: post.tagList.map((tag) => tag.name),
      ...(post.modelWords && { digitalSourceType: sourceTypes[post.modelWords] }),
      timeRequired: `PT${post.readTime}M`,
    },
    breadcrumbs([
      [info.name, `${info.url}/`],
      [post.category.name, `${info.url}${categoryPath(post.category.slug)}`],
      [post.title, url],
    ]),
  ];
}

/** https://schema.org/IPTCDigitalSourceEnumeration */
const sourceTypes = {
  all: 'https://schema.org/TrainedAlgorithmicMediaDigitalSource',
  part: 'https://schema.org/CompositeWithTrainedAlgorithmicMediaDigitalSource',
} as const;

function breadcrumbs(trail: [name: string, url: string][]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(([name, item], index) => ({ '@type': 'ListItem', position: index + 1, name, item })),
  };
}
