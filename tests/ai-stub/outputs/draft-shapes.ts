import type { Article } from './articles.ts';

/** The number of forms that an answer to step 8 can have; the seed chooses one. */
export const SHAPES = 5;

/**
 * Returns several posts in one of the forms that models really return; the first is the form that the prompt asks for.
 */
export function shapeDrafts(articles: readonly Article[], shape: number): string {
  const shapes = [asBlocks, asHeadings, asJson, asNumbered, asBold] as const;
  return (shapes[shape % SHAPES] ?? asBlocks)(articles);
}

/** The form that the prompt asks for. */
export function asBlocks(articles: readonly Article[]): string {
  return articles
    .map(
      ({ title, slug, excerpt, tags, content }, at) =>
        `---BLOG POST ${at + 1}---\nTitle: ${title}\nSlug: ${slug}\nExcerpt: ${excerpt}\nTags: ${tags.join(', ')}\nContent:\n${content}\n`,
    )
    .join('');
}

/** Titles as headings, labels as a list in bold, rules between the posts, and a greeting at the beginning. */
function asHeadings(articles: readonly Article[]): string {
  const posts = articles.map(
    ({ title, slug, excerpt, tags, content }) =>
      `# ${title}\n\n- **Slug:** ${slug}\n- **Excerpt:** ${excerpt}\n- **Tags:** ${tags.join(', ')}\n\n${content}`,
  );
  return `Here are your three blog posts, written to the outlines:\n\n${posts.join('\n\n---\n\n')}\n`;
}

/** JSON in a fence, with the trailing comma that models often leave. */
function asJson(articles: readonly Article[]): string {
  const posts = articles.map((article) => JSON.stringify(article, null, 2).replace(/\n\}$/, ',\n}'));
  return `\`\`\`json\n{\n"posts": [\n${posts.join(',\n')},\n]\n}\n\`\`\`\n\nLet me know if you would like me to adjust the tone!`;
}

/** Numbered posts, each in a fence of its own. */
function asNumbered(articles: readonly Article[]): string {
  return articles
    .map(
      ({ title, slug, excerpt, tags, content }, at) =>
        `## Blog Post ${at + 1}: ${title}\n\n\`\`\`\`markdown\nTitle: ${title}\nSlug: ${slug}\nExcerpt: ${excerpt}\nTags: ${tags.join(', ')}\n\n${content}\n\`\`\`\`\n`,
    )
    .join('\n');
}

/** Labels in bold, each on a line of its own, and no marker between the posts. */
function asBold(articles: readonly Article[]): string {
  return articles
    .map(
      ({ title, slug, excerpt, tags, content }) =>
        `**Title:** ${title}\n**Slug:** ${slug}\n**Excerpt:** ${excerpt}\n**Tags:** ${tags.join(', ')}\n\n**Content:**\n\n${content}\n`,
    )
    .join('\n');
}
