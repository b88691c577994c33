import { defineConfig } from '@playwright/test';
import type { Options } from './e2e/support/test';

const isRoot = process.getuid?.() === 0;

export default defineConfig<Options>({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/support/prepare.ts',
  fullyParallel: true,
  workers: Number(process.env['MANETES_E2E_WORKERS'] ?? 2),
  reporter: 'list',
  // On a machine that has time nothing takes nearly as long: only what never comes is waited for until then.
  timeout: 900_000,
  expect: {
    timeout: 30_000,
    // So many pixels may differ, which is 3 % of a telephone's screen, each by three tenths of the way from black to white
    // before it counts: letters that another release of the browser draws a little differently pass, what moved does not.
    toHaveScreenshot: {
      maxDiffPixels: 8000,
      threshold: 0.3,
      animations: 'disabled',
      stylePath: './e2e/appearance/still.css',
      pathTemplate: '{testDir}/appearance/{arg}{ext}',
    },
  },
  use: {
    browserName: 'chromium',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    viewport: { width: 1280, height: 900 },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['QUICK_CHROMIUM_PATH'] ?? process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      chromiumSandbox: !isRoot,
      args: [
        // Letters have one width, whichever browser draws them.
        '--font-render-hinting=none',
        // Nothing of the browser's own goes over the network.
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
