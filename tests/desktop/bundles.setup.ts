import { test } from 'playwright/test';
import { buildDesktop } from '../../scripts/build-desktop.ts';

// Once for all specs: they run what is shipped.
test('the bundles of the desktop app are built', () => {
  buildDesktop();
});
