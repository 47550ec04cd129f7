import type { AboutPanelOptionsOptions } from 'electron';

/** Returns the contents of the About box. `versions` are `process.versions`. */
export function aboutPanel(version: string, versions: NodeJS.ProcessVersions): AboutPanelOptionsOptions {
  const parts = [
    ['Electron', versions.electron],
    ['Chromium', versions.chrome],
    ['Node', versions.node],
  ];
  const known = parts.filter(([, number]) => number !== undefined);
  return {
    applicationName: 'Ninefold',
    applicationVersion: version,
    copyright: 'Free software under the MIT licence.',
    credits: known.map(([name, number]) => `${name} ${number}`).join(' · '),
  };
}
