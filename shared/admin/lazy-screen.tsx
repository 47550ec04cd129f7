import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react';
import { Spinner } from '#shared/ui/spinner.tsx';
import { LoadFailed } from './load-failed.tsx';

/** A screen that stands in a file of its own. */
export interface LazyScreen<Props> {
  (props: Props): ReactNode;
  /** Fetches its code, for when it is opened. Rejects where it does not come; the next call tries again. */
  load(): Promise<unknown>;
}

type State<Props> =
  | { kind: 'loading' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'here'; Screen: ComponentType<Props> };

interface Options {
  /** What is shown until the code is there. */
  waiting?: ReactNode;
  /** What is shown where it does not come. */
  failed?: (error: unknown, onTryAgain: () => void) => ReactNode;
}

/** A screen whose code comes when it is first opened, or is asked for before: the start of the admin has none of it. */
export function lazyScreen<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
  { waiting = <Spinner className="h-64 w-full" />, failed = loadFailed }: Options = {},
): LazyScreen<Props> {
  let here: ComponentType<Props> | null = null;
  const load = async () => {
    here ??= await fetch();
    return here;
  };

  function Lazy(props: Props) {
    const [state, setState] = useState<State<Props>>(() =>
      here === null ? { kind: 'loading' } : { kind: 'here', Screen: here },
    );
    const begin = useCallback(
      () =>
        load().then(
          (Screen) => setState({ kind: 'here', Screen }),
          (error: unknown) => setState({ kind: 'failed', error }),
        ),
      [],
    );
    useEffect(() => void begin(), [begin]);
    if (state.kind === 'here') return <state.Screen {...props} />;
    return state.kind === 'failed' ? failed(state.error, () => void begin()) : waiting;
  }
  return Object.assign(Lazy, { load });
}

const loadFailed = (error: unknown, onTryAgain: () => void) => <LoadFailed error={error} onTryAgain={onTryAgain} />;
