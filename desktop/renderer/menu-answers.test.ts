import { expect, test, vi } from 'vitest';
import { isAdminCommand } from '#shared/admin/commands/answers.ts';
import { type DesktopBridge, menuCommands } from '#shared/contract/ipc.ts';
import { answerMenu, menuAnswers } from './menu-answers.ts';

const bridgeWith = (path: string | null) =>
  ({ 'workspace.export': async () => ({ saved: path !== null, path }) }) as unknown as DesktopBridge;

test('the owner is told where everything was exported to, and nothing where they put it off', async () => {
  for (const [path, line] of [
    ['/home/ada/all.zip', 'Everything on this computer is now also in /home/ada/all.zip'],
    [null, null],
  ] as const) {
    const tell = vi.fn();
    answerMenu(menuAnswers({ bridge: bridgeWith(path), tell, find: vi.fn() }), 'export');
    await vi.waitFor(() => expect(tell).toHaveBeenCalledExactlyOnceWith(line), { timeout: 60_000 });
  }
});

test('what the admin answers does nothing here', () => {
  const [tell, find] = [vi.fn(), vi.fn()];
  const answers = menuAnswers({ bridge: {} as DesktopBridge, tell, find });
  for (const command of menuCommands.filter(isAdminCommand)) answerMenu(answers, command);
  expect(tell).not.toHaveBeenCalled();
  expect(find).not.toHaveBeenCalled();
  answerMenu(answers, 'find-in-page');
  expect(find).toHaveBeenCalledOnce();
});
