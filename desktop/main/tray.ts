import { app, Menu, Tray } from 'electron';
import { appIcon } from './app-icon.ts';
import { type TrayActions, type TrayFacts, trayTemplate } from './menu/tray-template.ts';
import type { ChoiceFile } from './servers/choice-file.ts';
import type { TrayChoice } from './window/tray-choice.ts';

export interface AppTray {
  /** Updates the progress of a workflow, and the numbers of items that wait to be sent. */
  say(facts: Partial<TrayFacts>): void;
  isWanted(): boolean;
  /** Switches the owner's wish for the icon on or off. */
  switchOn(): void;
}

/**
 * Creates the icon beside the clock. While a workflow runs the icon is shown whatever the owner wants: the workflow's
 * window may be hidden, and nothing else would bring it back.
 */
export function createAppTray(choice: ChoiceFile<TrayChoice>, actions: Omit<TrayActions, 'quit'>): AppTray {
  let facts: TrayFacts = { run: null, waiting: null };
  let tray: Tray | null = null;
  let drawn = '';

  function draw(): void {
    if (!choice.get().isShown && facts.run === null) {
      tray?.destroy();
      [tray, drawn] = [null, ''];
      return;
    }
    // A new menu would close the one that is open.
    const wanted = JSON.stringify(facts);
    if (wanted === drawn) return;
    drawn = wanted;
    if (tray === null) {
      tray = new Tray(appIcon(16));
      tray.on('click', actions.show);
    }
    tray.setToolTip(facts.run === null ? 'Ninefold' : `Ninefold: ${facts.run}`);
    tray.setContextMenu(Menu.buildFromTemplate(trayTemplate(facts, { ...actions, quit: () => app.quit() })));
  }

  draw();
  return {
    say(more) {
      facts = { ...facts, ...more };
      draw();
    },
    isWanted: () => choice.get().isShown,
    switchOn() {
      choice.set({ isShown: !choice.get().isShown });
      draw();
    },
  };
}
