import * as Y from 'yjs';
import { documentKind } from '#shared/contract/workspace.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { toBase64 } from '#shared/workspace/base64.ts';
import { writeMarkdownFile } from '#shared/workspace/markdown-file.ts';
import { openStoredDraft, readValues } from '#shared/workspace/post-draft.ts';
import type { DocumentStore } from '#shared/workspace/store-port.ts';
import { type FileDialogs, safeName } from '../ipc/text-files.ts';
import type { Log } from '../log.ts';
import { writeZipFile, type ZippedText } from './zip-file.ts';

const README = `Everything Ninefold kept on this computer for one server.

drafts/      every draft and working copy as a Markdown file with front matter; the app opens them again
documents/   every document as JSON, by its kind: its texts, its fields, and under "updates" the Yjs updates it
             consists of (base64), from which any program with Yjs can make it again
`;

interface ExportOptions {
  dialogs: FileDialogs;
  clock: Clock;
  log: Log;
}

/**
 * Writes the living documents as one archive where the owner says. The path; null when the owner put it off, or when it
 * could not be written, which the owner knows then.
 */
export async function exportWorkspace(store: DocumentStore, options: ExportOptions): Promise<string | null> {
  const { dialogs, clock, log } = options;
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  const file = await dialogs.chooseSave({ name: `ninefold-${day}.zip`, type: 'archive' });
  if (file === null) return null;
  try {
    await writeZipFile(file, archived(store, log), clock.now());
    return file;
  } catch (error) {
    log.error('The archive could not be written', error);
    await dialogs.tell('The archive could not be written there. Choose another folder.');
    return null;
  }
}

async function* archived(store: DocumentStore, log: Log): AsyncGenerator<ZippedText> {
  yield { name: 'README.txt', text: README };
  const names = createNames();
  for (const kind of documentKind.options) {
    for (const id of (await store.list(kind)).sort()) {
      const updates = await store.load(id);
      const document = { id, kind, ...readDocument(updates), updates: updates.map(toBase64) };
      yield { name: names(`documents/${kind}/${safeName(id, '.json')}`), text: JSON.stringify(document, null, 2) };
      const draft = kind === 'draft' ? draftFile(id, updates, log) : null;
      if (draft) yield { name: names(`drafts/${safeName(draft.name, '.md')}`), text: draft.text };
    }
  }
}

/** A draft as Markdown. Null where it cannot be one: its document is in the archive all the same. */
function draftFile(id: string, updates: readonly Uint8Array[], log: Log): ZippedText | null {
  try {
    // Category and author are numbers here, whose names the server has.
    return writeMarkdownFile(readValues(openStoredDraft(id, updates)), { category: null, author: null });
  } catch (error) {
    log.warn(`A draft has no Markdown file in the archive (${id})`, error);
    return null;
  }
}

/** A document in words of JSON, whatever it holds: also what this version of the app does not know. */
function readDocument(updates: readonly Uint8Array[]) {
  const doc = new Y.Doc();
  for (const update of updates) Y.applyUpdate(doc, update);
  const names = [...doc.share.keys()].sort();
  const texts = names.filter((name) => name.startsWith('text:'));
  const read = {
    texts: Object.fromEntries(texts.map((name) => [name.slice('text:'.length), doc.getText(name).toString()])),
    fields: doc.getMap('fields').toJSON(),
    meta: doc.getMap('meta').toJSON(),
  };
  doc.destroy();
  return read;
}

/** Names that were given out before get a number. Systems that ignore case unpack the archive, too. */
function createNames(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    const [, stem = name, ending = ''] = /^(.*?)(\.[a-z]+)$/.exec(name) ?? [];
    let free = name;
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${stem}-${number}${ending}`;
    taken.add(free.toLowerCase());
    return free;
  };
}
