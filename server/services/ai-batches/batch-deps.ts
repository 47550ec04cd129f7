import type { Executor } from '#server/db/transaction.ts';
import type { AiService } from '#server/services/ai/index.ts';
import type { CodexService } from '#server/services/codices.ts';
import type { JudgeService } from '#server/services/judge/judge-service.ts';
import type { DraftsRequest } from '#server/workers/read-drafts.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import type { ParsedDrafts } from '#shared/workflow/drafts/parse-drafts.ts';
import type { ServerDocuments } from './server-documents.ts';

/** What the server needs to drive runs by itself. */
export interface BatchDeps {
  db: Executor;
  clock: Clock;
  timers: Timers;
  ai: Pick<AiService, 'chat' | 'stop' | 'mostCost' | 'isKnown'>;
  judge: Pick<JudgeService, 'judge'>;
  codices: Pick<CodexService, 'codexOf'>;
  documents: ServerDocuments;
  /** Reads a long output in a thread. */
  readLong(request: DraftsRequest): Promise<ParsedDrafts>;
  onError(error: unknown): void;
}
