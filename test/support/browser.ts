// Launches the local Chromium for browser tests. Suites are skipped with one message if it is missing.
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** The headless shell comes first: it renders the same pages in a third of the CPU time, because it has no windows. */
const browserLocations = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/**
 * Disabled features. The flag replaces Playwright's own, so its entries are repeated. The last two are pages of the address bar,
 * which Chromium otherwise renders for each new window.
 */
const disabledFeatures = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'AimEnabled',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
]

/** Only the page under test may use the network. Containers have neither a sandbox nor a graphics card. */
const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join(',')}`,
]

/** The path of the browser (`SVC_TEST_BROWSER` takes precedence), or null. */
export function findBrowser(): string | null {
  const configured = process.env['SVC_TEST_BROWSER']
  return [...(configured ? [configured] : []), ...browserLocations].find((place) => existsSync(place)) ?? null
}

/** Launches a headless browser, which the caller closes. Returns null if the machine has none. */
export async function launchBrowser(): Promise<Browser | null> {
  const executablePath = findBrowser()
  return executablePath === null ? null : chromium.launch({ executablePath, headless: true, args: browserFlags })
}

/**
 * Launches a headless browser, which the caller closes, or skips the suite. Call it as `await openBrowser(this)` inside a `function` hook.
 */
export async function openBrowser(hook: Mocha.Context): Promise<Browser> {
  const browser = await launchBrowser()
  if (browser === null) {
    console.log(
      '    No Chromium found: browser tests are skipped. Install it with "apt-get install chromium" or set SVC_TEST_BROWSER.',
    )
    return hook.skip()
  }
  return browser
}
