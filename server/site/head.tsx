import type { PageData, Shell } from './page-data.ts';
import { pageMeta } from './page-meta.ts';
import { postPath } from './routes.ts';

/** The metadata of this page in the head. It follows the page on client navigations. */
export function PageHead({ page, shell }: { page: PageData; shell: Shell }) {
  const meta = pageMeta(page, shell);
  const { article, image } = meta;
  const { name } = shell.info;
  // A post that readers cannot see has no Markdown version either.
  const isLivePost = page.screen === 'post' && article !== null && page.notice === undefined;
  return (
    <>
      <title>{meta.title}</title>
      <meta name="description" content={meta.description} />
      <meta name="robots" content={meta.robots} />
      <link rel="canonical" href={meta.canonical} />
      {meta.feed && (
        <link
          rel="alternate"
          type="application/rss+xml"
          title={`${meta.feed.name} on ${name} (RSS)`}
          href={`${meta.feed.path}/rss.xml`}
        />
      )}
      {isLivePost && <link rel="alternate" type="text/markdown" href={`${postPath(page.slug)}.md`} />}

      <meta property="og:site_name" content={name} />
      <meta property="og:locale" content="en_US" />
      <meta property="og:type" content={meta.type} />
      <meta property="og:title" content={meta.title} />
      <meta property="og:description" content={meta.description} />
      <meta property="og:url" content={meta.canonical} />
      <meta property="og:image" content={image.url} />
      <meta property="og:image:alt" content={image.alt} />
      {image.size && <meta property="og:image:width" content={String(image.size.width)} />}
      {image.size && <meta property="og:image:height" content={String(image.size.height)} />}

      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={meta.title} />
      <meta name="twitter:description" content={meta.description} />
      <meta name="twitter:image" content={image.url} />
      <meta name="twitter:image:alt" content={image.alt} />

      {article && (
        <>
          <meta name="author" content={article.author} />
          <meta property="article:author" content={article.author} />
          {article.publishedAt && <meta property="article:published_time" content={article.publishedAt} />}
          <meta property="article:modified_time" content={article.modifiedAt} />
          <meta property="article:section" content={article.section} />
          {article.tags.map((tag) => (
            <meta key={tag} property="article:tag" content={tag} />
          ))}
        </>
      )}
    </>
  );
}
