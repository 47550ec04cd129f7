import { describe, expect, it, test } from 'vitest';
import { landingPages as cards } from '#shared/admin/landing-pages/pages.ts';
import { LANDING_OFFER } from '#shared/kernel/landing-offer.ts';
import { shell } from '../../pages/page-fixtures.ts';
import { landingData } from './landing-data.tsx';
import type { LandingPage } from './landing-page.ts';
import { findLandingPage, landingPages } from './landing-pages.ts';

const dataOf = ({ path }: LandingPage) => {
  const data = landingData(path, shell.info);
  if (!data) throw new Error(`${path} is no landing page`);
  return data;
};
/** The text that a reader sees. */
const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ');
const all = landingPages.map((page) => [page.path, page] as const);

test('there are four, and the admin has a card for each', () => {
  const paths = ['/pilates-to-pole', '/yoga-to-pole', '/pole-dancing-classes-near-me-st-pete', '/fun-workouts-st-pete'];
  expect(landingPages.map(({ path }) => path)).toEqual(paths);
  expect(cards.map(({ path }) => path)).toEqual(paths);
});

test('no other address is one', () => {
  for (const path of ['/', '/about', '/yoga-to-pole/', '/YOGA-TO-POLE']) expect(findLandingPage(path)).toBeUndefined();
});

test('no two share a headline, a title, a description, a drawing, a question or a paragraph', () => {
  const parts = landingPages.flatMap((page) => [
    page.headline,
    page.title,
    page.description,
    page.figure,
    page.color,
    page.standfirst,
    page.action,
    ...page.questions.map(({ question }) => question),
    ...page.story.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]),
    ...page.firstClass.steps.map(({ text }) => text),
  ]);
  expect(parts.filter((part, index) => parts.indexOf(part) !== index)).toEqual([]);
});

describe.each(all)('%s', (_path, page) => {
  const { html, jsonLd } = dataOf(page);

  it('says its price, its way on and what a first class is like', () => {
    const text = textOf(html);
    expect(text).toContain(LANDING_OFFER.price);
    expect(text).toContain(LANDING_OFFER.what);
    expect(html.match(/<a href="\/contact" class="button">/g)).toHaveLength(3);
    for (const { title } of page.firstClass.steps) expect(text).toContain(title);
  });

  it('is of real length, has one h1 and opens its answers without a script', () => {
    expect(textOf(html).split(' ').length).toBeGreaterThan(600);
    expect(html.match(/<h1\b/g)).toHaveLength(1);
    expect(html.match(/<details\b/g)).toHaveLength(page.questions.length);
    expect(html).not.toMatch(/<script|\son[a-z]+=/);
  });

  it('has a description that a search engine shows whole', () => {
    expect(page.description.length).toBeGreaterThan(60);
    expect(page.description.length).toBeLessThanOrEqual(160);
    expect(page.description).toContain(LANDING_OFFER.price);
  });

  it('is structured data: the classes with their price, and every question', () => {
    expect(jsonLd).toMatchObject([
      { '@type': 'Service', offers: { '@type': 'Offer', price: '59.00', priceCurrency: 'USD' } },
      { '@type': 'FAQPage' },
      { '@type': 'BreadcrumbList' },
    ]);
    for (const { question, answer } of page.questions) {
      expect(JSON.stringify(jsonLd[1])).toContain(JSON.stringify(question));
      expect(textOf(html)).toContain(answer);
    }
  });
});
