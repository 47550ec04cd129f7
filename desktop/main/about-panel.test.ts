import { expect, test } from 'vitest';
import { aboutPanel } from './about-panel.ts';

test('the About box says what runs', () => {
  const versions = { ...process.versions, electron: '45.3.4', chrome: '150.0.1' };
  const { applicationName, applicationVersion, credits } = aboutPanel('1.2.0', versions);
  expect([applicationName, applicationVersion]).toEqual(['Ninefold', '1.2.0']);
  expect(credits).toBe(`Electron 45.3.4 · Chromium 150.0.1 · Node ${process.versions.node}`);
});
