import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react';
import { Spinner } from '#shared/ui/spinner.tsx';
import { LoadFailed } from './load-failed.tsx';

/** A screen whose code is in a file of its own. */
export interface LazyScreen<Props> {
  (props: Props): ReactNode;
  /**
   * Loads the screen's code before the screen is opened. Rejects if the code cannot be loaded; the next call tries
   * again.
   */
  load(): Promise<unknown>;
}

type State<Props> =
  | { kind: 'loading' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'here'; Screen: ComponentType<Props> };

interface Options {
  /** Shown until the code is loaded. */
  waiting?: ReactNode;
  /** Shown if the code cannot be loaded. */
  failed?: (error: unknown, onTryAgain: () => void) => ReactNode;
}

/**
 * Returns a screen whose code is loaded when the screen is first opened, or when `load` is called: the code is no part
 * of the admin's start.
 */
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
