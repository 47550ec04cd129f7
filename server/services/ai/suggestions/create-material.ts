import type { PictureFiles } from '#server/adapters/picture-files.ts';
import { pictureCopies, type StoredPicture } from '#server/adapters/stored-picture.ts';
import type { Executor } from '#server/db/transaction.ts';
import { pictureRecords } from '#server/repositories/images.ts';
import type { CodexService } from '../../codices.ts';
import type { LinkService } from '../../links/link-service.ts';
import type { TagService } from '../../tags.ts';
import type { ShownPicture, SuggestionMaterial } from './material.ts';

interface MaterialOptions {
  db: Executor;
  links: Pick<LinkService, 'check'>;
  tags: Pick<TagService, 'list'>;
  files: Pick<PictureFiles, 'read'>;
  codices: Pick<CodexService, 'codexOf'>;
}

/** The number of posts that are offered to the model as link targets. */
const TARGETS = 12;
/** Pixels: a copy of this width is enough to tell what a picture shows. */
const WIDE_ENOUGH = 600;

/** Collects the site's data that is sent along with suggestions, from the services that have it. */
export function createSuggestionMaterial({ db, links, tags, files, codices }: MaterialOptions): SuggestionMaterial {
  return {
    codexOf: async (categoryId) => (await codices.codexOf(categoryId)).text,
    tagNames: async () => (await tags.list('owner')).map(({ name }) => name),
    linkTargets: async (text) => (await links.check({ ...text, proposed: TARGETS })).related,
    async pictures(addresses) {
      const records = await pictureRecords(db, addresses);
      const shown = addresses.map(async (address): Promise<ShownPicture[]> => {
        const record = records.get(address);
        const name = record && copyOf(record);
        const bytes = name === undefined ? null : await files.read(name);
        return name !== undefined && bytes ? [{ address, type: typeOf(name), bytes }] : [];
      });
      return (await Promise.all(shown)).flat();
    },
  };
}

/** The smallest copy that is wide enough; the picture itself when there is none. */
function copyOf({ filename, srcset }: StoredPicture): string {
  const wide = pictureCopies(srcset)
    .filter(({ width }) => width >= WIDE_ENOUGH)
    .sort((a, b) => a.width - b.width);
  return wide[0]?.name ?? filename;
}

function typeOf(name: string): string {
  const ending = name.slice(name.lastIndexOf('.') + 1);
  return `image/${ending === 'jpg' ? 'jpeg' : ending}`;
}
