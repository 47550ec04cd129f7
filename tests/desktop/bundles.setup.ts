import { test } from 'playwright/test';
import { buildDesktop } from '../../scripts/build-desktop.ts';

// Built once for all specs, which run the shipped code.
test('the bundles of the desktop app are built', () => {
  buildDesktop();
});
