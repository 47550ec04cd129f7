import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import type { ImportSource, LeftOut, SourcePost, UnreadPost } from '../import-source.ts';
import type { FilePlace } from '../places/file-place.ts';
import { kindOf } from '../places/open-place.ts';
import { createPlacePictures } from '../places/place-pictures.ts';
import { readText } from '../places/read-text.ts';
import { refusedItems } from '../places/refused-items.ts';
import { mediumPost } from './medium-post.ts';

const POST = /(?:^|\/)posts\/[^/]+\.html$/i;
const LARGEST = 20_000_000;

/** An export of Medium. It does not contain tags or the picture files. */
export const mediumExport = kindOf({
  says: 'an export of Medium: its zip, or the folder it unpacks to',
  couldRead: (place) => place.files.some(({ name }) => POST.test(name)),
  async open(place) {
    const [first] = place.files.filter(({ name }) => POST.test(name));
    if (!first) return null;
    return /class="[^"]*\bh-entry\b/.test(await readText(place, first.name, LARGEST)) ? openMedium(place) : null;
  },
});

function openMedium(place: FilePlace): ImportSource {
  return {
    program: 'Medium',
    siteUrl: null,
    async *posts() {
      for (const { name } of place.files) if (POST.test(name)) yield await readPost(place, name);
    },
    async *items() {
      for (const { name } of place.files) if (!POST.test(name)) yield leftOut(name);
      yield* refusedItems(place);
    },
    findPicture: createPlacePictures(place).find,
    manifest: null,
    close: () => place.close(),
  };
}

async function readPost(place: FilePlace, name: string): Promise<SourcePost | UnreadPost> {
  try {
    return await mediumPost(name, await readText(place, name, LARGEST));
  } catch (error) {
    if (error instanceof ImportFault) return { file: name, fault: error };
    throw error;
  }
}

function leftOut(file: string): LeftOut {
  const folder = file.split('/').at(-2) ?? '';
  const why = /^profile$/.test(folder)
    ? 'Who you are is said in Settings'
    : 'What you did as a reader there has no place here';
  return { kind: 'left-out', file, what: 'file', why: /readme/i.test(file) ? 'It explains the export' : why };
}
