import { Menu, type NativeImage, Tray } from 'electron';

interface TrayActions {
  show(): void;
  stop(): void;
  quit(): void;
}

/** The icon beside the clock while a workflow runs: how far it is, and the way back to the window. Null text takes it away. */
export function createTray(icon: NativeImage, actions: TrayActions): (text: string | null) => void {
  let tray: Tray | null = null;
  return (text) => {
    if (text === null) {
      tray?.destroy();
      tray = null;
      return;
    }
    if (!tray) {
      tray = new Tray(icon);
      tray.on('click', actions.show);
    }
    tray.setToolTip(`Ninefold: ${text}`);
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: text, enabled: false },
        { type: 'separator' },
        { label: 'Show Ninefold', click: actions.show },
        { label: 'Stop the Workflow', click: actions.stop },
        { type: 'separator' },
        { label: 'Quit', click: actions.quit },
      ]),
    );
  };
}
