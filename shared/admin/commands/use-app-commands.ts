import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { usePorts } from '../ports-context.tsx';
import {
  editAddress,
  FIND_STATE,
  LIST_ADDRESS,
  NEW_POST_ADDRESS,
  useMarkdownDrop,
  useMarkdownFiles,
} from '../posts/index.ts';
import { useRunStore } from '../prompts/index.ts';
import { useCommand } from '../use-command.ts';
import { useProgressReport } from './use-progress-report.ts';

/**
 * Answers the host's menu, the links it was opened with, and files that are dropped, wherever in the admin the owner is.
 * For the dashboard, once. What concerns one screen alone, such as saving, is that screen's.
 */
export function useAppCommands(): void {
  const { exchange, onLink } = usePorts();
  const navigate = useNavigate();
  const store = useRunStore();
  const { chooseFile } = useMarkdownFiles();
  useMarkdownDrop();
  const { actions } = store;
  const toTab = (tab: string) => navigate(LIST_ADDRESS, { state: { tab } });

  useCommand('new-post', () => navigate(NEW_POST_ADDRESS));
  useCommand('open-file', chooseFile);
  useCommand('find', () => navigate(LIST_ADDRESS, { state: FIND_STATE }));
  useCommand('settings', () => toTab('settings'));
  useCommand('sync-now', () => void exchange.syncNow());
  useCommand('run', () => {
    const { isOpen, isUnderWay, isWatching, setup } = store.getState();
    toTab('chained-prompts');
    if (isOpen && !isUnderWay && !isWatching && setup.kind !== 'not-ready') actions.runAll();
  });
  useCommand('stop', () => {
    const { isUnderWay, isWatching } = store.getState();
    if (isUnderWay && !isWatching) actions.stop();
  });
  useEffect(
    () =>
      onLink(({ type, id }) => {
        if (type === 'post') {
          navigate(editAddress(Number(id)));
          return;
        }
        navigate(LIST_ADDRESS, { state: { tab: 'chained-prompts' } });
        void actions.openRun(id);
      }),
    [onLink, navigate, actions],
  );
  useProgressReport();
}
