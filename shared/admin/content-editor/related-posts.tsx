import { insertLink } from '#shared/content/insert-link.ts';
import type { RelatedPost } from '#shared/contract/judge.ts';
import { Button } from '#shared/ui/button.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import type { TextEdits } from './field/text-edits.ts';

interface RelatedPostsProps {
  posts: readonly RelatedPost[];
  edits: TextEdits;
}

/** Older posts on the same subject, shown under the text, to be linked at the cursor. */
export function RelatedPosts({ posts, edits }: RelatedPostsProps) {
  const toast = useToast();
  if (posts.length === 0) return null;
  const insert = ({ title, slug }: RelatedPost) => {
    const { start, end } = edits.selection();
    const words = edits.text().slice(start, end);
    const link = { text: words.trim() === '' ? title : words, url: `/post/${encodeURIComponent(slug)}` };
    const outcome = insertLink(edits.text(), { start, end }, link);
    if (outcome.kind !== 'inserted') return;
    edits.changeAndGo(outcome.markdown, outcome.cursor);
    toast({ title: 'Link Added!' });
  };
  return (
    <section aria-label="Older posts on the same" className="mt-3 rounded-md border border-line bg-surface p-4">
      <h3 className="text-sm font-semibold">Older posts on the same</h3>
      <p className="text-xs text-muted">
        By the words of this text. The link goes where the cursor is, or round what is selected.
      </p>
      <ul className="mt-2 divide-y divide-line">
        {posts.map((other) => (
          <li key={other.id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2 text-sm">
            <span className="min-w-0 flex-1 basis-48 wrap-anywhere">{other.title}</span>
            <Button size="sm" aria-label={`Insert link to ${other.title}`} onClick={() => insert(other)}>
              Insert link
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
