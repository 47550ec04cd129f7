import type { Category } from '#shared/contract/categories.ts';
import { modifiedAt } from './modified.ts';
import { categoryPath, postPath } from './routes.ts';
import type { ShownPost, SiteInfo } from './site-data.ts';

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

/** The article and its place in the site. `image` is absolute. */
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
      author: { '@type': 'Person', name: post.author.name, ...(post.author.bio && { description: post.author.bio }) },
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
      timeRequired: `PT${post.readTime}M`,
    },
    breadcrumbs([
      [info.name, `${info.url}/`],
      [post.category.name, `${info.url}${categoryPath(post.category.slug)}`],
      [post.title, url],
    ]),
  ];
}

function breadcrumbs(trail: [name: string, url: string][]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(([name, item], index) => ({ '@type': 'ListItem', position: index + 1, name, item })),
  };
}
