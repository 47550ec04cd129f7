import { isMissing, type PageData, type Shell } from '../page-data.ts';
import { pageMeta } from '../page-meta.ts';
import { periodPath, tagPath } from '../routes.ts';
import { periodName } from '../utc-dates.ts';
import { authorJsonLd, categoryJsonLd, collectionJsonLd, homeJsonLd, postJsonLd } from './json-ld.ts';

/**
 * Returns a page's structured data, one object for each script. Search engines read documents, so the data is made on
 * the server alone, and readers load no code for it.
 */
export function structuredData(page: PageData, shell: Shell): object[] {
  const { info } = shell;
  switch (page.screen) {
    case 'home':
      return [homeJsonLd(info)];
    case 'post': {
      const post = page.post.state === 'ready' ? page.post.value : null;
      const { description, image } = pageMeta(page, shell);
      return post ? postJsonLd(post, info, description, image.url) : [];
    }
    case 'category': {
      const category = page.category.state === 'ready' ? page.category.value : null;
      return category ? [categoryJsonLd(category, info)] : [];
    }
    case 'tag': {
      const tag = page.tag.state === 'ready' ? page.tag.value : null;
      return tag ? collectionJsonLd(`#${tag.name}`, [[`#${tag.name}`, tagPath(tag.slug)]], info) : [];
    }
    case 'author': {
      const author = page.author.state === 'ready' ? page.author.value : null;
      return author ? authorJsonLd(author, info) : [];
    }
    case 'archive':
      return collectionJsonLd('Archive', [['Archive', '/archive']], info);
    case 'period':
      return isMissing(page) ? [] : collectionJsonLd(periodName(page.period), periodTrail(page.period), info);
    case 'landing':
      return page.jsonLd;
    default:
      return [];
  }
}

function periodTrail(period: string): [name: string, path: string][] {
  const year = period.slice(0, 4);
  const trail: [string, string][] = [
    ['Archive', '/archive'],
    [year, periodPath(year)],
  ];
  if (period !== year) trail.push([periodName(period), periodPath(period)]);
  return trail;
}
