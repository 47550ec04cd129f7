import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { lazyScreen } from '../lazy-screen.tsx';

/** The editor of a post's text, loaded with the first form. */
export const LazyContentEditor = lazyScreen(async () => (await import('./content-editor.tsx')).ContentEditor, {
  waiting: <Field label="Content">{() => <Skeleton className="h-[max(23.1rem,100dvh-18rem)]" />}</Field>,
  failed: () => (
    <div role="alert" className="flex flex-wrap items-center gap-3 rounded-md border border-danger p-4 text-sm">
      <p className="min-w-0">The editor could not be loaded. The text is as it was; nothing is lost.</p>
      <Button size="sm" onClick={() => window.location.reload()}>
        Reload the page
      </Button>
    </div>
  ),
});
