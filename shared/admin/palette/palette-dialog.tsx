import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { useDeferredValue, useState } from 'react';
import type { FoundDraft } from '#shared/contract/copy-state.ts';
import { listPosts } from '#shared/contract/posts/posts.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { usePorts } from '../ports-context.tsx';
import { postStatus, useFoundDrafts } from '../posts/index.ts';
import { queryKeys } from '../query-client.ts';
import type { ActionGroup } from './palette-actions.ts';
import { draftName, postName, score } from './score.ts';
import { isMac, keyName, keysOf } from './shortcuts.ts';

/** Posts that are shown for the words that are typed. */
const POSTS_SHOWN = 8;
/** And drafts of this computer. */
const DRAFTS_SHOWN = 4;

interface PaletteProps {
  isOpen: boolean;
  onClose: () => void;
  /** What can be done while the palette opens. */
  groups: () => readonly ActionGroup[];
  onPost: (id: number) => void;
  onDraft: (draft: FoundDraft) => void;
}

const groupClass =
  '[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-muted';
const itemClass =
  'flex min-h-10 cursor-default items-center justify-between gap-4 rounded-md px-3 py-1.5 select-none data-[selected=true]:bg-accent data-[selected=true]:text-accent-ink pointer-coarse:min-h-11';

/** A field, and under it what its words name. What is chosen is done once the window has closed. */
export function PaletteDialog({ isOpen, onClose, ...rest }: PaletteProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Find anything">
      <Palette onClose={onClose} {...rest} />
    </Dialog>
  );
}

function Palette({ onClose, groups, onPost, onDraft }: Omit<PaletteProps, 'isOpen'>) {
  const [words, setWords] = useState('');
  const [offered] = useState(groups);
  const asked = useDeferredValue(words.trim());
  const posts = usePostsNamed(asked);
  const drafts = useFoundDrafts(asked).slice(0, DRAFTS_SHOWN);
  const doing = (action: () => void) => () => {
    onClose();
    action();
  };
  return (
    <Command label="Find anything" loop filter={score} className="grid gap-2">
      <Command.Input
        data-first-focus
        value={words}
        onValueChange={setWords}
        placeholder="A screen, a post, or what you want to do"
        className="block h-11 w-full rounded-md border border-line-strong bg-surface px-3 text-base text-ink placeholder:text-muted"
      />
      <Command.List className="max-h-[50dvh] overflow-y-auto overscroll-contain">
        <Command.Empty className="px-3 py-6 text-center text-muted">Nothing has this name.</Command.Empty>
        {posts.length > 0 && (
          <Command.Group heading="Posts" className={groupClass}>
            {posts.map(({ id, title, status, category }) => (
              <Command.Item
                key={id}
                value={postName(id)}
                className={`${itemClass} max-sm:flex-col max-sm:items-stretch max-sm:gap-0`}
                onSelect={doing(() => onPost(id))}
              >
                <span className="min-w-0 truncate">{title}</span>
                <span className="shrink-0 text-sm opacity-90 max-sm:truncate">
                  {status} · {category}
                </span>
              </Command.Item>
            ))}
          </Command.Group>
        )}
        {drafts.length > 0 && (
          <Command.Group heading="Drafts on this computer" className={groupClass}>
            {drafts.map((draft) => (
              <Command.Item
                key={draft.id}
                value={draftName(draft.id)}
                className={itemClass}
                onSelect={doing(() => onDraft(draft))}
              >
                <span className="min-w-0 truncate">{draft.title.trim() || 'Untitled'}</span>
                <span className="shrink-0 text-sm opacity-90">
                  {draft.postId === null ? 'New post' : 'Changes to a post'}
                </span>
              </Command.Item>
            ))}
          </Command.Group>
        )}
        {offered.map(({ title, actions }) => (
          <Command.Group key={title} heading={title} className={groupClass}>
            {actions.map((action) => (
              <Command.Item
                key={action.title}
                value={action.title}
                keywords={[...(action.words ?? [])]}
                className={itemClass}
                onSelect={doing(action.run)}
              >
                {action.title}
                <Keys of={action.title} />
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  );
}

/** The keys that do the same, for next time; nothing where there are none, and where there is no room. */
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

/** The posts that have the words, best match first; none without words. */
function usePostsNamed(words: string) {
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
