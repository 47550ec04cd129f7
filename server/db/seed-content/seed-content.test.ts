import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toString as plainText } from 'mdast-util-to-string';
import { gfm } from 'micromark-extension-gfm';
import { visit } from 'unist-util-visit';
import { describe, expect, test } from 'vitest';
import { authorFields } from '#shared/contract/authors.ts';
import { categoryFields } from '#shared/contract/categories.ts';
import { postFields } from '#shared/contract/posts/post-input.ts';
import { shippedIds } from '#shared/workflow/testing/step-at.ts';
import { type SeedPost, seedContent } from './index.ts';

const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const picturesFolder = path.join(import.meta.dirname, 'pictures');

const treeOf = (post: SeedPost) =>
  fromMarkdown(post.content, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });

function nodesOf<Type extends Nodes['type']>(post: SeedPost, type: Type): Extract<Nodes, { type: Type }>[] {
  const found: Nodes[] = [];
  visit(treeOf(post), type, (node) => void found.push(node));
  return found as Extract<Nodes, { type: Type }>[];
}

describe('categories', () => {
  test('there are fifteen, in the order that the category guess counts by', () => {
    expect(seedContent.categories.map((category) => category.slug)).toEqual([
      'technology',
      'lifestyle',
      'business',
      'travel',
      'health',
      'fitness',
      'food-nutrition',
      'mental-health',
      'personal-development',
      'finance',
      'relationships',
      'career',
      'education',
      'entertainment',
      'home-garden',
    ]);
  });

  test.each(seedContent.categories)('$slug is accepted by the contract and named by its slug', (category) => {
    expect(categoryFields.parse(category)).toEqual(category);
    expect(category.color).toBe(`category-${category.slug}`);
    expect(category.name.toLowerCase().replace(/[^a-z]+/g, '-')).toBe(category.slug);
  });

  test.each(seedContent.categories)('$slug is described in two sentences of at most 220 characters', (category) => {
    expect(category.description.length).toBeLessThanOrEqual(220);
    expect(category.description.match(/[.!?](?=\s|$)/g)).toHaveLength(2);
  });

  test('each has an icon of its own, and the icon set has it', () => {
    const icons = seedContent.categories.map((category) => category.icon);
    expect(new Set(icons).size).toBe(icons.length);
    const lucide = path.dirname(createRequire(import.meta.url).resolve('lucide-react/package.json'));
    for (const icon of icons) expect(existsSync(path.join(lucide, 'dist/esm/icons', `${icon}.mjs`)), icon).toBe(true);
  });
});

test('the author is accepted by the contract and has a bio', () => {
  expect(authorFields.parse(seedContent.author)).toEqual(seedContent.author);
  expect(seedContent.author.bio.length).toBeGreaterThan(60);
});

test('there is a prompt template for each of the nine steps', () => {
  expect(seedContent.promptTemplates.map(({ step }) => step)).toEqual(shippedIds);
  for (const template of seedContent.promptTemplates) expect(template.prompt.length).toBeGreaterThan(1000);
});

describe('welcome posts', () => {
  const posts = seedContent.posts;

  test('there are three, in three categories, and one is featured', () => {
    expect(posts).toHaveLength(3);
    expect(new Set(posts.map((post) => post.categorySlug)).size).toBe(3);
    expect(new Set(posts.map((post) => post.slug)).size).toBe(3);
    expect(posts.filter((post) => post.featured)).toHaveLength(1);
  });

  test.each(posts)('$slug is accepted by the contract', (post) => {
    const asked = postFields.parse({
      ...post,
      featuredImage: `/uploads/${post.featuredImage}`,
      categoryId: 1,
      readTime: 5,
      published: true,
    });
    expect(asked.content).toBe(post.content);
    expect(post.slug).toMatch(slugPattern);
    expect(seedContent.categories.map((category) => category.slug)).toContain(post.categorySlug);
  });

  test.each(posts)('$slug has an excerpt, a title and descriptions of the length that is shown whole', (post) => {
    expect(post.excerpt.length).toBeGreaterThan(80);
    expect(post.excerpt.length).toBeLessThanOrEqual(200);
    expect(post.metaTitle.length).toBeLessThanOrEqual(70);
    expect(post.metaDescription.length).toBeGreaterThan(80);
    expect(post.metaDescription.length).toBeLessThanOrEqual(160);
    expect(post.imageAlt.length).toBeGreaterThan(40);
  });

  test.each(posts)('$slug has 600 to 1000 words', (post) => {
    const words = plainText(treeOf(post))
      .split(/\s+/)
      .filter((word) => /[\p{L}\p{N}]/u.test(word));
    expect(words.length).toBeGreaterThanOrEqual(600);
    expect(words.length).toBeLessThanOrEqual(1000);
  });

  test.each(posts)('$slug uses nothing that the product takes out again', (post) => {
    for (const type of ['strong', 'emphasis', 'thematicBreak', 'html'] as const)
      expect(nodesOf(post, type)).toEqual([]);
    for (const heading of nodesOf(post, 'heading')) expect(heading.depth).toBeGreaterThanOrEqual(2);
    for (const text of nodesOf(post, 'text')) expect(text.value).not.toMatch(/\[|\]/);
  });

  test.each(posts)('$slug links to another welcome post and to another site', (post) => {
    const urls = nodesOf(post, 'link').map((link) => link.url);
    const inside = urls.filter((url) => url.startsWith('/post/'));
    expect(inside.length).toBeGreaterThan(0);
    for (const url of inside) {
      expect(url).not.toBe(`/post/${post.slug}`);
      expect(posts.map((each) => `/post/${each.slug}`)).toContain(url);
    }
    expect(urls.some((url) => url.startsWith('https://'))).toBe(true);
  });

  test.each(posts)('every footnote of $slug is referred to once and explained', (post) => {
    const asked = nodesOf(post, 'footnoteReference').map((note) => note.identifier);
    const given = nodesOf(post, 'footnoteDefinition').map((note) => note.identifier);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.toSorted()).toEqual(given.toSorted());
  });

  test('between them they show what a post can hold', () => {
    const has = (type: Nodes['type']) => posts.some((post) => nodesOf(post, type).length > 0);
    for (const type of ['table', 'blockquote', 'code', 'image'] as const) expect(has(type), type).toBe(true);
    const lists = posts.flatMap((post) => nodesOf(post, 'list'));
    expect(lists.some((list) => list.ordered)).toBe(true);
    const nested = lists.some((list) =>
      list.children.some((item) => item.children.some((child) => child.type === 'list')),
    );
    expect(nested).toBe(true);
    expect(posts.flatMap((post) => nodesOf(post, 'code')).every((code) => code.lang)).toBe(true);
  });

  test('each tag of a post leads on: every post shares one with another', () => {
    for (const post of posts) {
      const others = posts.filter((each) => each !== post).flatMap((each) => each.tags);
      expect(post.tags.length).toBeGreaterThanOrEqual(3);
      expect(post.tags.some((tag) => others.includes(tag))).toBe(true);
    }
  });
});

describe('pictures', () => {
  const files = seedContent.pictures.map((picture) => picture.file);

  test('each is listed once, with a title and a description, and is there', () => {
    expect(new Set(files).size).toBe(files.length);
    for (const picture of seedContent.pictures) {
      expect(picture.title).not.toBe('');
      expect(picture.alt.length).toBeGreaterThan(40);
      expect(readFileSync(path.join(picturesFolder, picture.file)).length).toBeGreaterThan(0);
    }
  });

  test('every picture a post shows is listed, and every listed picture is shown', () => {
    const shown = seedContent.posts.flatMap((post) => [
      post.featuredImage,
      ...nodesOf(post, 'image').map((image) => image.url.replace('/uploads/', '')),
    ]);
    expect(new Set(shown)).toEqual(new Set(files));
  });
});
