import { useEffect } from 'react';
import { usePorts } from '../ports-context.tsx';
import { useRunStore } from '../prompts/index.ts';
import { progressReport } from './progress-report.ts';

/** Tells the host how far the workflow is, whenever that is something else. */
export function useProgressReport(): void {
  const { progress } = usePorts();
  const store = useRunStore();
  useEffect(() => {
    let lastReported = '';
    const tell = () => {
      const state = store.getState();
      if (!state.isOpen) return;
      const report = progressReport(state);
      const words = JSON.stringify(report);
      if (words === lastReported) return;
      lastReported = words;
      progress(report);
    };
    tell();
    return store.subscribe(tell);
  }, [store, progress]);
}
