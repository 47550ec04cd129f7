import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useFormCommands } from '../form-commands.ts';
import { FOLLOWED } from '../leave-guard.ts';
import { usePorts } from '../ports-context.tsx';
import { editAddress, LIST_ADDRESS, useMarkdownDrop, useMarkdownFiles } from '../posts/index.ts';
import { useRunStore } from '../prompts/index.ts';
import { type CommandParts, commandAnswers, isAdminCommand } from './answers.ts';
import { progressReport } from './progress-report.ts';

/**
 * Answers the host's menu, the links it was opened with, and files that are dropped, wherever in the admin the owner is.
 * For the dashboard, once.
 */
export function useAppCommands(): void {
  const { exchange, onCommand, onLink, onFile } = usePorts();
  const navigate = useNavigate();
  const store = useRunStore();
  const formCommands = useFormCommands();
  const { chooseFile, openFile } = useMarkdownFiles();
  useMarkdownDrop();
  const { actions } = store;

  const latest = useRef<() => CommandParts>(null);
  latest.current = () => ({
    go: (address, options) => void navigate(address, options),
    form: formCommands(),
    chooseFile: () => void chooseFile(),
    syncNow: () => void exchange.syncNow(),
    run: store.getState(),
    runAll: actions.runAll,
    stop: actions.stop,
  });
  // One listener for all: what was asked for before anybody listened is given to the first alone.
  useEffect(
    () =>
      onCommand((command) => {
        if (latest.current && isAdminCommand(command)) commandAnswers[command](latest.current());
      }),
    [onCommand],
  );
  useEffect(
    () =>
      onLink(({ type, id }) => {
        if (type === 'post') {
          navigate(editAddress(Number(id)), { state: FOLLOWED });
          return;
        }
        navigate(LIST_ADDRESS, { state: { ...FOLLOWED, tab: 'chained-prompts' } });
        void actions.openRun(id);
      }),
    [onLink, navigate, actions],
  );
  useEffect(() => onFile((file) => void openFile(async () => file)), [onFile, openFile]);
  useProgressReport();
}

/** Tells the host how far the workflow is, whenever that is something else. */
function useProgressReport(): void {
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
