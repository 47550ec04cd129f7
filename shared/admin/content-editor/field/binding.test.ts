import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { ySyncAnnotation, ySyncFacet } from 'y-codemirror.next';
import * as Y from 'yjs';
import { type BoundText, binding } from './binding.ts';

// Synchronizing with the shared text needs a page; the filter of the editor's changes does not.
function state(doc: string, { mayType = true } = {}) {
  const text = new Y.Doc().getText('text');
  const bound: BoundText = {
    text,
    mayType: () => mayType,
    typing: () => undefined,
    typed: () => undefined,
    undo: () => false,
    redo: () => false,
  };
  return EditorState.create({ doc, extensions: binding(bound) });
}

/** Marks a change that comes from the shared text, as the binding does. */
const others = (of: EditorState) => ySyncAnnotation.of(of.facet(ySyncFacet));

test('half a character, which no store keeps, becomes the mark of one that is lost', () => {
  const typed = (insert: string) =>
    state('ab')
      .update({ changes: { from: 1, insert } })
      .newDoc.toString();
  expect(typed('\ud83d')).toBe('a\ufffdb');
  expect(typed('🫙')).toBe('a🫙b');
});

test('nothing is typed while another tab edits the post, and what that tab types is shown', () => {
  const locked = state('ab', { mayType: false });
  expect(locked.update({ changes: { from: 0, insert: 'x' } }).newDoc.toString()).toBe('ab');
  const theirs = locked.update({ changes: { from: 0, insert: 'x' }, annotations: others(locked) });
  expect(theirs.newDoc.toString()).toBe('xab');
});

test('a selection of all stays one of all when others write, and any other stays at its words', () => {
  const selected = (anchor: number, head: number) => {
    const before = state('abc').update({ selection: { anchor, head } }).state;
    const { main } = before.update({ changes: { from: 3, insert: 'def' }, annotations: others(before) }).newSelection;
    return [main.from, main.to];
  };
  expect(selected(0, 3)).toEqual([0, 6]);
  expect(selected(1, 3)).toEqual([1, 3]);
});
