import { createDraftReader } from '#server/services/ai/draft-reader.ts';
import { createAi } from '#server/services/ai/index.ts';
import { createSuggestionMaterial } from '#server/services/ai/suggestions/create-material.ts';
import { createAiBatchService } from '#server/services/ai-batches/index.ts';
import type { Services } from '#server/services/index.ts';
import { createJudgeService } from '#server/services/judge/judge-service.ts';
import type { Storage } from './create-storage.ts';
import type { RoomOptions } from './service-options.ts';

/** The services about whose data a model is asked, and that may be shown to it. */
type Asked = Pick<Services, 'images' | 'links' | 'tags' | 'codices' | 'search' | 'postAdmin' | 'workspace'>;

/**
 * Creates the services that ask AI providers, those that check a text, and the runs that the server drives by itself.
 */
export function createAssistance(options: RoomOptions, asked: Asked, { pictureFiles }: Storage) {
  const { config, clock, db, failed, log, sessionSecret, siteId, timers, patience = 1, tokenThread } = options;
  const { images, links, tags, codices, search, postAdmin, workspace } = asked;
  const draftReader = createDraftReader({
    onError: failed('what a model wrote could not be read for drafts; it is one draft as a whole'),
  });
  const { ai, aiProviders } = createAi({
    ...{ db, clock, config, sessionSecret, images, log, timers, draftReader, patience, tokenThread },
    material: createSuggestionMaterial({ db, links, tags, codices, files: pictureFiles }),
  });
  const judge = createJudgeService({ db, links, search, posts: postAdmin, codices, reader: ai.reader });
  const aiBatches = createAiBatchService({
    ...{ db, clock, timers, ai, judge, codices, workspace, draftReader, siteId, usage: ai.usage },
    onError: failed('a batch could not do something; what is stored of it stays as it is'),
  });
  return {
    services: { ai, aiProviders, judge, aiBatches },
    async close() {
      await aiBatches.close();
      await ai.close();
      await draftReader.close();
      await judge.close();
    },
  };
}
