import { createApiClient } from '#shared/api-client/client.ts';
import { systemTimers } from '#shared/kernel/timers.ts';
import { openDocument } from '#shared/workspace/document.ts';
import { createMemoryStore } from '#shared/workspace/memory-store.ts';
import { newPostValues, type PostValues } from '#shared/workspace/post-values.ts';
import { documentChannel } from '../../document-channel.ts';
import { createOpenDocuments } from '../../documents/open-documents.ts';
import { createKeptSuggestions } from '../kept-suggestion.ts';
import { createOwnCommands } from '../own-commands.ts';
import { createSuggester } from '../suggester.ts';
import type { SuggestedPost, Suggester, SuggesterState } from '../suggester-states.ts';

/** A form with a suggester, and what a test does with it. */
export interface SuggestForm {
  suggester: Suggester;
  commands: ReturnType<typeof createOwnCommands>;
  content(): string;
  /** Kills the form or its program: it receives, writes and asks nothing more. */
  kill(): void;
}

type Fetch = (path: string, init: RequestInit) => Promise<Response>;

/**
 * A device for tests, against a real server: its disk and its draft, which outlive its forms, and the selection. The
 * time is that of the machine, but waits are a tenth as long.
 */
export function createSuggestDevice(fetch: Fetch) {
  const disk = createMemoryStore();
  const draft = openDocument({ id: 'draft:new-a', kind: 'draft' });
  const fields: { -readonly [Name in keyof PostValues]?: PostValues[Name] } = {};
  const device = { selection: { start: 0, end: 0 }, place: 'draft:new-a', isLocked: false, signedOut: 0, daysLater: 0 };
  let names = 0;

  const post: SuggestedPost = {
    place: () => device.place,
    id: () => 0,
    values: () => ({
      ...newPostValues,
      ...fields,
      content: draft.text('content'),
      provenance: draft.provenance('content'),
    }),
    text: () => draft.shared('content'),
    selection: () => device.selection,
    setValues({ content, provenance, ...rest }) {
      Object.assign(fields, rest);
      draft.change('owner', () => {
        if (content !== undefined) draft.setText('content', content);
        if (provenance !== undefined) draft.setProvenance('content', provenance);
      });
    },
    mayChange: () => !device.isLocked,
  };

  function open(): SuggestForm {
    let isAlive = true;
    const never = () => new Promise<never>(() => undefined);
    const timers = {
      after: (ms: number, run: () => void) => systemTimers.after(ms / 10, () => isAlive && run()),
    };
    const clock = { now: () => Date.now() + device.daysLater * 86_400_000 };
    const documents = createOpenDocuments({
      store: { ...disk, append: (...given) => (isAlive ? disk.append(...given) : never()) },
      channel: documentChannel({ post: () => undefined, listen: () => () => undefined, close: () => undefined }),
      ...{ clock, timers },
    });
    const unique = () => `${crypto.randomUUID()}-${names++}`;
    const suggester = createSuggester({
      ...{ clock, timers, unique, post },
      api: createApiClient({ fetch: (path, init) => (isAlive ? fetch(path, init) : never()) }),
      kept: createKeptSuggestions(documents),
      language: { get: () => 'English', set: () => undefined },
      onSignedOut: () => {
        device.signedOut += 1;
      },
    });
    return {
      suggester,
      commands: createOwnCommands(documents, unique),
      content: () => draft.text('content'),
      kill() {
        isAlive = false;
        suggester.leave();
      },
    };
  }
  return Object.assign(device, { disk, draft, fields, open });
}

/** Waits until the card is in a state. */
export function until<Kind extends SuggesterState['kind']>(
  { suggester }: SuggestForm,
  kind: Kind,
  isSo: (state: Extract<SuggesterState, { kind: Kind }>) => boolean = () => true,
): Promise<Extract<SuggesterState, { kind: Kind }>> {
  return new Promise((resolve) => {
    const look = (state: SuggesterState) => {
      const known = state as Extract<SuggesterState, { kind: Kind }>;
      if (state.kind !== kind || !isSo(known)) return;
      stop();
      resolve(known);
    };
    const stop = suggester.subscribe(look);
    look(suggester.getState());
  });
}
