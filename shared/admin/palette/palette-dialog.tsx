import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { type ReactNode, useDeferredValue, useState } from 'react';
import type { FoundDraft } from '#shared/contract/copy-state.ts';
import { listPosts } from '#shared/contract/posts/posts.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import type { OfferedCommand } from '../offers.ts';
import { usePorts } from '../ports-context.tsx';
import { postStatus, useFoundDrafts } from '../posts/index.ts';
import { queryKeys } from '../query-client.ts';
import type { ActionGroup } from './palette-actions.ts';
import { draftName, type Offered, type OfferedGroup, postName, ranked } from './score.ts';
import { isMac, keyName, keysOf } from './shortcuts.ts';

/** The most posts that are shown for the typed words. */
const POSTS_SHOWN = 8;
/** The most drafts of this computer that are shown. */
const DRAFTS_SHOWN = 4;

interface PaletteProps {
  isOpen: boolean;
  onClose: () => void;
  /** Returns the actions that are possible at the moment the palette opens. */
  groups: () => readonly ActionGroup[];
  onPost: (id: number) => void;
  onDraft: (draft: FoundDraft) => void;
}

const groupClass =
  '[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-muted';
const itemClass =
  'flex min-h-10 cursor-default items-center justify-between gap-4 rounded-md px-3 py-1.5 select-none data-[selected=true]:bg-accent data-[selected=true]:text-accent-ink pointer-coarse:min-h-11';

/** A field, with the entries that match its words below it. The chosen action runs once the window has closed. */
export function PaletteDialog({ isOpen, onClose, ...rest }: PaletteProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Find anything">
      <Palette onClose={onClose} {...rest} />
    </Dialog>
  );
}

interface Entry extends Offered {
  item: ReactNode;
}

function Palette({ onClose, groups: now, onPost, onDraft }: Omit<PaletteProps, 'isOpen'>) {
  const [words, setWords] = useState('');
  const [offered] = useState(now);
  const asked = useDeferredValue(words.trim());
  const posts = usePostsNamed(asked);
  const drafts = useFoundDrafts(asked).slice(0, DRAFTS_SHOWN);
  const doing = (action: () => void) => () => {
    onClose();
    action();
  };
  const groups: OfferedGroup<Entry>[] = [
    {
      title: 'Posts',
      entries: posts.map((post) =>
        postEntry(
          post,
          doing(() => onPost(post.id)),
        ),
      ),
    },
    {
      title: 'Drafts on this computer',
      entries: drafts.map((draft) =>
        draftEntry(
          draft,
          doing(() => onDraft(draft)),
        ),
      ),
    },
    ...offered.map(({ title, actions }) => ({
      title,
      entries: actions.map((action) => actionEntry(action, doing(action.run))),
    })),
  ];
  return (
    // The matching entries are selected and sorted here: cmdk would leave the groups in their original order.
    <Command label="Find anything" loop shouldFilter={false} className="grid gap-2">
      <Command.Input
        data-first-focus
        value={words}
        onValueChange={setWords}
        placeholder="A screen, a post, or what you want to do"
        className="block h-11 w-full rounded-md border border-line-strong bg-surface px-3 text-base text-ink placeholder:text-muted"
      />
      <Command.List className="max-h-[50dvh] overflow-y-auto overscroll-contain">
        <Command.Empty className="px-3 py-6 text-center text-muted">Nothing has this name.</Command.Empty>
        {ranked(groups, words.trim()).map(({ title, entries }) => (
          <Command.Group key={title} heading={title} className={groupClass}>
            {entries.map(({ item }) => item)}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  );
}

function postEntry({ id, title, status, category }: NamedPost, onSelect: () => void): Entry {
  const name = postName(id);
  return {
    name,
    item: (
      <Command.Item
        key={name}
        value={name}
        className={`${itemClass} max-sm:flex-col max-sm:items-stretch max-sm:gap-0`}
        onSelect={onSelect}
      >
        <span className="min-w-0 truncate">{title}</span>
        <span className="shrink-0 text-sm opacity-90 max-sm:truncate">
          {status} · {category}
        </span>
      </Command.Item>
    ),
  };
}

function draftEntry({ id, title, postId }: FoundDraft, onSelect: () => void): Entry {
  const name = draftName(id);
  return {
    name,
    item: (
      <Command.Item key={name} value={name} className={itemClass} onSelect={onSelect}>
        <span className="min-w-0 truncate">{title.trim() || 'Untitled'}</span>
        <span className="shrink-0 text-sm opacity-90">{postId === null ? 'New post' : 'Changes to a post'}</span>
      </Command.Item>
    ),
  };
}

function actionEntry({ title, words }: OfferedCommand, onSelect: () => void): Entry {
  return {
    name: title,
    words,
    item: (
      <Command.Item key={title} value={title} className={itemClass} onSelect={onSelect}>
        {title}
        <Keys of={title} />
      </Command.Item>
    ),
  };
}

/** The shortcut of an entry, for the next time; nothing if there is none, or no room for it. */
function Keys({ of }: { of: string }) {
  const keys = keysOf(of);
  if (!keys) return null;
  return (
    <span aria-hidden className="flex shrink-0 gap-1 text-xs opacity-90 max-sm:hidden">
      {keys.map((key) => (
        <kbd key={key} className="rounded-sm border border-current px-1">
          {keyName(key, isMac())}
        </kbd>
      ))}
    </span>
  );
}

interface NamedPost {
  id: number;
  title: string;
  status: string;
  category: string;
}

/** Returns the posts that contain the words, the best match first; none without words. */
function usePostsNamed(words: string): NamedPost[] {
  const { api, clock } = usePorts();
  const query = { q: words, limit: POSTS_SHOWN };
  const found = useQuery({
    queryKey: [...queryKeys.posts, 'list', query],
    queryFn: ({ signal }) => api.list(listPosts, { query, signal }),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  });
  if (words === '' || !found.data) return [];
  return found.data.items.map((post) => ({
    id: post.id,
    title: post.title,
    status: postStatus(post, clock.now()),
    category: post.category.name,
  }));
}
