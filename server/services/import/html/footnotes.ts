import type { Element, ElementContent, Parents, Root } from 'hast';
import type { Handle } from 'hast-util-to-mdast';
import type { FootnoteDefinition, FootnoteReference } from 'mdast';
import { attributeOf, element, findElement, findElements, hasWords, isElement, wordsOf } from './hast.ts';

const MARK = /^[[(]?(?:\d{1,4}|[*†‡\u00a7]{1,3}|[a-z])[\])]?$/i;
const BACK = /^[[(]?(?:↩|↑|⤴|↵|\^|back|return)/i;

/**
 * Finds footnotes, however a program wrote them: a superscript number that links to an element of the text, which
 * becomes the note. Returns the handlers for the elements that it leaves in the tree.
 */
export function readFootnotes(tree: Root): Record<string, Handle> {
  const byId = new Map<string, Element>();
  for (const each of findAll(tree)) {
    const id = attributeOf(each, 'id');
    if (id !== '' && isElement(each, 'li', 'p', 'div', 'aside') && !byId.has(id)) byId.set(id, each);
  }
  if (byId.size > 0) {
    const names = new Map<Element, string>();
    markReferences(tree, byId, names);
    if (names.size > 0) moveNotes(tree, names);
  }
  return {
    'x-note-ref': (_, node): FootnoteReference => ({ type: 'footnoteReference', ...nameOf(node) }),
    'x-note': (state, node): FootnoteDefinition => ({
      type: 'footnoteDefinition',
      ...nameOf(node),
      children: state.toFlow(state.all(node)) as FootnoteDefinition['children'],
    }),
  };
}

function nameOf(node: Element): { identifier: string; label: string } {
  const name = attributeOf(node, 'name');
  return { identifier: name, label: name };
}

function findAll(tree: Parents): Element[] {
  return (tree.children as ElementContent[]).flatMap((child) =>
    child.type === 'element' ? [child, ...findAll(child)] : [],
  );
}

/** Replaces each superscript number by a reference, and records the element to which it refers. */
function markReferences(parent: Parents, byId: ReadonlyMap<string, Element>, names: Map<Element, string>): void {
  parent.children = (parent.children as ElementContent[]).map((child) => {
    if (child.type !== 'element') return child;
    const link = isElement(child, 'sup', 'a') ? findElement(child, ({ tagName }) => tagName === 'a') : null;
    const target = link && isRaised(child, link) ? byId.get(attributeOf(link, 'href').slice(1)) : undefined;
    if (!target || names.size > 1000) {
      markReferences(child, byId, names);
      return child;
    }
    const name = names.get(target) ?? String(names.size + 1);
    names.set(target, name);
    return element('x-note-ref', [], { name });
  });
}

function isRaised(child: Element, link: Element): boolean {
  const isSup = child.tagName === 'sup' || findElement(child, ({ tagName }) => tagName === 'sup') !== null;
  const isNamed = /foot-?note|\bfn\b/i.test(
    attributeOf(link, 'className') + attributeOf(link, 'rel') + attributeOf(link, 'role'),
  );
  return (isSup || isNamed) && attributeOf(link, 'href').startsWith('#') && MARK.test(wordsOf(child));
}

/**
 * Moves the notes to the end of the text, without their links back; an element that contained nothing else is removed.
 */
function moveNotes(tree: Root, names: ReadonlyMap<Element, string>): void {
  const notes: Element[] = [];
  const take = (parent: Parents): void => {
    parent.children = (parent.children as ElementContent[]).flatMap((child): ElementContent[] => {
      if (child.type !== 'element') return [child];
      const name = names.get(child);
      if (name !== undefined) {
        notes.push(element('x-note', withoutBackLinks(child.children), { name }));
        return [];
      }
      const had = findElements(child, (each) => names.has(each)).length > 0;
      take(child);
      const isBare = had && !hasWords(child) && findElement(child, ({ tagName }) => tagName === 'img') === null;
      return isBare ? [] : [child];
    });
  };
  take(tree);
  tree.children.push(...notes.sort((a, b) => Number(attributeOf(a, 'name')) - Number(attributeOf(b, 'name'))));
}

function withoutBackLinks(children: readonly ElementContent[]): ElementContent[] {
  return children.flatMap((child): ElementContent[] => {
    if (child.type !== 'element') return [child];
    const isBack = isElement(child, 'a') && attributeOf(child, 'href').startsWith('#') && BACK.test(wordsOf(child));
    return isBack ? [] : [{ ...child, children: withoutBackLinks(child.children) }];
  });
}
