import { parseDrafts } from '#shared/workflow/drafts/parse-drafts.ts';
import type { DraftsAnswer, DraftsRequest } from './drafts-messages.ts';

// A separate thread for the parser: five megabytes of output take time here, while the page continues to draw.

self.onmessage = ({ data: { output, source } }: MessageEvent<DraftsRequest>) => {
  const answer: DraftsAnswer = { parsed: parseDrafts(output, source) };
  self.postMessage(answer);
};
