import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ID_PREFIX } from './html/sanitize.ts';
import { renderContent } from './pipeline.ts';
import { attributesOf, elementsOf, faultsOf, textOf } from './testing/html-faults.ts';

const folder = new URL('./fixtures/', import.meta.url);
const fixture = (name: string) => readFileSync(new URL(`${name}.md`, folder), 'utf8');
const render = (name: string) => renderContent(fixture(name)).html;
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.slice(0, -'.md'.length));

describe('the judge of these tests', () => {
  it.each([
    '<script>1</script>',
    '<p onclick="x">a</p>',
    '<a href="java&#x0A;script:x" target="_blank" rel="noopener">a</a>',
    '<img src="data:image/png;base64,AAAA" alt="">',
    '<p id="root">a</p>',
    '<p style="a">b</p>',
    '<p class="fixed">a</p>',
    '<p><p>a</p></p>',
    '<a href="/a">b</a>',
    '<input type="text" disabled>',
    '<svg></svg>',
  ])('sees what is wrong with %s', (html) => {
    expect(faultsOf(html)).not.toEqual([]);
  });
});

describe('every fixture, hostile or not', () => {
  it.each(names)('%s comes out with nothing in it that a post may not hold', (name) => {
    expect(faultsOf(render(name))).toEqual([]);
  });

  it.each(names.filter((name) => name.startsWith('hostile-') && !name.endsWith('-twin')))(
    '%s has a harmless twin',
    (name) => {
      expect(names).toContain(`${name}-twin`);
    },
  );
});

describe('schemes (abuse case 29)', () => {
  it('of a script lead nowhere, however they are written; their text stays', () => {
    const html = render('hostile-schemes');
    const hrefs = elementsOf(html).flatMap((each) => attributesOf(each).get('href') ?? []);
    expect(hrefs).toEqual(['https://example.org/x', 'https://example.org/javascript:alert(1)']);
    expect(elementsOf(html).some((each) => each.tagName === 'img')).toBe(false);
    expect(textOf(html)).toContain('a b c d');
  });

  it('that only look alike stay', () => {
    const hrefs = elementsOf(render('hostile-schemes-twin')).flatMap((each) => attributesOf(each).get('href') ?? []);
    expect(hrefs).toEqual([
      'https://example.org/javascript:alert',
      'https://example.org/',
      'mailto:baker@example.org',
      'tel:+1555',
      '/a:b',
      '?q=javascript:x',
      'https://example.org/a.png',
      '/uploads/b.webp',
    ]);
  });
});

describe('markup that means something else to the next parser (30)', () => {
  it('leaves no foreign element and no attribute that was text, or text that was an attribute', () => {
    const html = render('hostile-mxss');
    const found = elementsOf(html).map((each) => each.tagName);
    for (const name of [
      'svg',
      'math',
      'style',
      'script',
      'noscript',
      'template',
      'form',
      'textarea',
      'title',
      'select',
    ]) {
      expect(found).not.toContain(name);
    }
    expect(textOf(html)).toContain('attribute');
  });

  it.each(['svg', 'math', 'div', 'blockquote', 'b', 'a', 'table', 'template'])(
    '300 times <%s> is refused or harmless',
    (name) => {
      const markdown = `${`<${name}>`.repeat(300)}<img src=x onerror=alert(1)>`;
      try {
        expect(faultsOf(renderContent(markdown).html)).toEqual([]);
      } catch (error) {
        expect(error).toMatchObject({ code: 'content_too_complex' });
      }
    },
  );

  it('leaves innocent text about markup alone', () => {
    expect(textOf(render('hostile-mxss-twin'))).toContain('<svg>');
  });
});

describe('our own rewriting (31)', () => {
  it('makes no tag and no attribute out of text', () => {
    const html = render('hostile-rewriting');
    expect(elementsOf(html).flatMap((each) => each.attrs.filter(({ name }) => name.startsWith('on')))).toEqual([]);
    expect(textOf(html)).toContain('<script>alert(1)</script>');
    expect(elementsOf(html).some((each) => each.tagName === 'script')).toBe(false);
  });

  it('bold words do not touch addresses', () => {
    const html = render('hostile-rewriting-twin');
    expect(elementsOf(html).map((each) => each.tagName)).toEqual(['p', 'strong', 'a', 'b']);
  });
});

describe('names of the page around the post (34)', () => {
  it('are taken by nothing in it', () => {
    const ids = elementsOf(render('hostile-clobbering')).flatMap((each) => attributesOf(each).get('id') ?? []);
    expect(ids.every((id) => id.startsWith(ID_PREFIX))).toBe(true);
    expect(ids).toContain('text-body');
    expect(ids).not.toContain('text-__NEXT');
  });

  it('a link still finds its place', () => {
    const html = render('hostile-clobbering-twin');
    const ids = elementsOf(html).flatMap((each) => attributesOf(each).get('id') ?? []);
    const hrefs = elementsOf(html).flatMap((each) => attributesOf(each).get('href') ?? []);
    expect(ids).toEqual(['text-root', 'text-here']);
    expect(hrefs).toEqual(['#text-root', '#text-here', '#text-root']);
  });
});

describe('embeds (35)', () => {
  it('never become a frame, and a card only of a real id', () => {
    const html = render('hostile-embeds');
    const found = elementsOf(html);
    const cards = found
      .filter((each) => attributesOf(each).has('data-id'))
      .map((each) => attributesOf(each).get('data-id'));
    expect(cards).toEqual(['dQw4w9WgXcQ']);
    for (const name of ['iframe', 'object', 'embed', 'video', 'audio']) {
      expect(found.some((each) => each.tagName === name)).toBe(false);
    }
  });

  it('of a real address become a card', () => {
    const cards = elementsOf(render('hostile-embeds-twin')).filter((each) => attributesOf(each).has('data-provider'));
    expect(cards.map((each) => attributesOf(each).get('data-id'))).toEqual(['dQw4w9WgXcQ', '123456789']);
  });
});

describe("a model's answer (36)", () => {
  it('holds no script and no tag of its own; its pictures are not fetched while held back', () => {
    const { html } = renderContent(fixture('hostile-model-output'), { holdRemotePictures: true });
    expect(faultsOf(html)).toEqual([]);
    expect(elementsOf(html).some((each) => ['img', 'script', 'system'].includes(each.tagName))).toBe(false);
    expect(textOf(html)).toContain('Ignore previous instructions');
  });

  it('keeps pictures of our own', () => {
    const { html } = renderContent(fixture('hostile-model-output-twin'), { holdRemotePictures: true });
    expect(elementsOf(html).some((each) => each.tagName === 'img')).toBe(true);
  });
});
