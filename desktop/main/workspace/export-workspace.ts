import path from 'node:path';
import * as Y from 'yjs';
import { documentKind } from '#shared/contract/workspace.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { waitingPictureName } from '#shared/kernel/waiting-picture.ts';
import { toBase64 } from '#shared/workspace/base64.ts';
import { writeMarkdownFile } from '#shared/workspace/markdown-file.ts';
import { openStoredDraft, readValues } from '#shared/workspace/post-draft.ts';
import type { DocumentStore } from '#shared/workspace/store-port.ts';
import { type FileDialogs, safeName } from '../ipc/text-files.ts';
import type { Log } from '../log.ts';
import { writeZipFile, type ZippedFile } from './zip-file.ts';

const README = `Everything Ninefold kept on this computer for one server.

drafts/      every draft and working copy as a Markdown file with front matter; the app opens them again
documents/   every document as JSON, by its kind: its texts, its fields, and under "updates" the Yjs updates it
             consists of (base64), from which any program with Yjs can make it again
pictures/    pictures that were not sent to the server yet; drafts name them by the name before the space
`;

interface ExportOptions {
  /** The pictures that wait to be sent. */
  pictures: Iterable<{ id: string; name: string; body: Uint8Array }>;
  dialogs: FileDialogs;
  clock: Clock;
  log: Log;
}

/**
 * Writes the living documents as one archive to the place that the owner chooses. Returns the path; null when the owner
 * cancelled, or when the archive could not be written, of which the owner has been told.
 */
export async function exportWorkspace(store: DocumentStore, options: ExportOptions): Promise<string | null> {
  const { pictures, dialogs, clock, log } = options;
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  const file = await dialogs.chooseSave({ name: `ninefold-${day}.zip`, type: 'archive' });
  if (file === null) return null;
  try {
    await writeZipFile(file, archived(store, pictures, log), clock.now());
    return file;
  } catch (error) {
    log.error('The archive could not be written', error);
    await dialogs.tell('The archive could not be written there. Choose another folder.');
    return null;
  }
}

async function* archived(
  store: DocumentStore,
  pictures: ExportOptions['pictures'],
  log: Log,
): AsyncGenerator<ZippedFile> {
  yield { name: 'README.txt', content: README };
  const names = createNames();
  for (const kind of documentKind.options) {
    for (const id of (await store.list(kind)).sort()) {
      const updates = await store.load(id);
      const document = { id, kind, ...readDocument(updates), updates: updates.map(toBase64) };
      yield { name: names(`documents/${kind}/${safeName(id, '.json')}`), content: JSON.stringify(document, null, 2) };
      const draft = kind === 'draft' ? draftFile(id, updates, log) : null;
      if (draft) yield { name: names(`drafts/${safeName(draft.name, '.md')}`), content: draft.content };
    }
  }
  for (const { id, name, body } of pictures) {
    const file = safeName(`${waitingPictureName(id)} ${path.basename(name)}`, path.extname(name).toLowerCase());
    yield { name: names(`pictures/${file}`), content: body };
  }
}

/** Returns a draft as Markdown; null when that is not possible: its document is in the archive all the same. */
function draftFile(id: string, updates: readonly Uint8Array[], log: Log): ZippedFile | null {
  try {
    // Category and author are only numbers here; the server has their names.
    const { name, text } = writeMarkdownFile(readValues(openStoredDraft(id, updates)), {
      category: null,
      author: null,
    });
    return { name, content: text };
  } catch (error) {
    log.warn(`A draft has no Markdown file in the archive (${id})`, error);
    return null;
  }
}

/** Returns a document as JSON, whatever it holds, including data that this version of the app does not know. */
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

/**
 * Returns a function that adds a number to names that are taken. The comparison ignores case, because some systems that
 * unpack the archive do.
 */
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
