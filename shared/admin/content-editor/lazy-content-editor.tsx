import { type ComponentProps, type ComponentType, useEffect, useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';

type Loaded = typeof import('./content-editor.tsx');
type Props = ComponentProps<Loaded['ContentEditor']>;

let loading: Promise<Loaded> | null = null;

/** Begins to fetch the editor, for a form that is being opened. */
export function loadContentEditor(): Promise<Loaded> {
  loading ??= import('./content-editor.tsx').catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

type State = { kind: 'loading' } | { kind: 'failed' } | { kind: 'here'; Editor: ComponentType<Props> };

/** The editor of a post's text, fetched with the first form. */
export function LazyContentEditor(props: Props) {
  const [state, setState] = useState<State>({ kind: 'loading' });
  useEffect(() => {
    loadContentEditor().then(
      ({ ContentEditor }) => setState({ kind: 'here', Editor: ContentEditor }),
      () => setState({ kind: 'failed' }),
    );
  }, []);
  if (state.kind === 'here') return <state.Editor {...props} />;
  if (state.kind === 'loading') {
    return <Field label="Content">{() => <Skeleton className="h-[max(23.1rem,100dvh-18rem)]" />}</Field>;
  }
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 rounded-md border border-danger p-4 text-sm">
      <p className="min-w-0">The editor could not be loaded. The text is as it was; nothing is lost.</p>
      <Button size="sm" onClick={() => window.location.reload()}>
        Reload the page
      </Button>
    </div>
  );
}
