import { parseDrafts } from '#shared/workflow/drafts/parse-drafts.ts';
import type { DraftsAnswer, DraftsRequest } from './drafts-messages.ts';

// The parser's own thread: five megabytes of output cost time here, and the page goes on drawing.

self.onmessage = ({ data: { output, source } }: MessageEvent<DraftsRequest>) => {
  const answer: DraftsAnswer = { parsed: parseDrafts(output, source) };
  self.postMessage(answer);
};
