import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { aboutPage } from './about.ts';
import { privacyPage } from './privacy.ts';
import { termsPage } from './terms.ts';
import type { TextSection } from './text-section.ts';

const textOf = (sections: readonly TextSection[]) =>
  sections.flatMap((section) => [section.heading, ...(section.paragraphs ?? []), ...(section.list ?? [])]).join('\n');

const pages = [aboutPage, privacyPage, termsPage];

test.each(pages)('$title has a description for search engines and sections with something in them', (page) => {
  expect(page.description.length).toBeGreaterThan(60);
  expect(page.description.length).toBeLessThanOrEqual(160);
  const headings = page.sections.map((section) => section.heading);
  expect(new Set(headings).size).toBe(headings.length);
  for (const section of page.sections) {
    expect((section.paragraphs?.length ?? 0) + (section.list?.length ?? 0)).toBeGreaterThan(0);
    if (section.link) expect(section.link.href).toMatch(/^\/(contact|privacy|terms|about)$/);
  }
});

describe('About', () => {
  test('names the four kinds of readers as cards, each with an icon of the icon set', () => {
    expect(aboutPage.audiences.map((audience) => audience.title)).toEqual([
      'Passion Seekers',
      'Weekend Warriors',
      'Cross-Pollinators',
      'Community Cultivators',
    ]);
    const lucide = path.dirname(createRequire(import.meta.url).resolve('lucide-react/package.json'));
    for (const { icon } of aboutPage.audiences) {
      expect(existsSync(path.join(lucide, 'dist/esm/icons', `${icon}.mjs`)), icon).toBe(true);
    }
  });

  test('names the five topics', () => {
    expect(aboutPage.topics.map((topic) => topic.name)).toEqual([
      'Wellness',
      'Crafts',
      'Tech',
      'Culinary',
      'Lifestyle',
    ]);
  });
});

describe.each([privacyPage, termsPage])('$title', (page) => {
  test('carries its date', () => {
    expect(page.lastUpdated).toBe('Last updated: July 19, 2025');
  });

  test('states the minimum age of 13', () => {
    expect(textOf(page.sections)).toMatch(/at least 13 years old/);
  });
});

test('the governing-law clause keeps its unfilled placeholders, and nothing else does', () => {
  const law = termsPage.sections.filter((section) => section.heading === 'Governing Law');
  expect(textOf(law)).toContain('[Your State/Country]');
  expect(textOf(law)).toContain('[Your Jurisdiction]');
  const rest = termsPage.sections.filter((section) => section.heading !== 'Governing Law');
  expect(textOf(rest) + textOf(privacyPage.sections) + textOf(aboutPage.sections)).not.toMatch(/\[/);
});

test('the policy says what is kept and what is not', () => {
  const policy = textOf(privacyPage.sections);
  for (const said of ['keyed hash', 'changed every day', 'contact form', 'local storage', 'no cookies for readers']) {
    expect(policy).toContain(said);
  }
  expect(policy).toMatch(/unless the owner of this blog has entered an analytics measurement ID/);
});
