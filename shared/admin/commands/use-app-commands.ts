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
 * Answers the host's menu, the links that opened it, and dropped files, wherever in the admin the owner is. Used once,
 * by the dashboard.
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
  // One listener for all commands: commands from before the first listener are given to the first listener only.
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

/** Reports the workflow's progress to the host whenever it changes. */
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
