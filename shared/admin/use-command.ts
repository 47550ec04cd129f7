import { useEffect, useRef } from 'react';
import type { MenuCommand } from '#shared/contract/ipc.ts';
import { usePorts } from './ports-context.tsx';

/** Does `run` when the host's menu asks for the command, for as long as the component stands. */
export function useCommand(name: MenuCommand, run: () => void): void {
  const { onCommand } = usePorts();
  const latest = useRef(run);
  latest.current = run;
  useEffect(
    () =>
      onCommand((command) => {
        if (command === name) latest.current();
      }),
    [onCommand, name],
  );
}
