// Starts the machine's Chromium for tests that look at a page; where it is missing they are skipped with one line that says why.
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Nothing but the page under test may reach the network, and containers have neither a sandbox nor a graphics card. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The path of the browser (`SVC_TEST_BROWSER` wins), or null. */
export function browserPath(): string | null {
  const wanted = process.env['SVC_TEST_BROWSER']
  return [...(wanted ? [wanted] : []), ...places].find((place) => existsSync(place)) ?? null
}

/** A headless browser that the caller closes; null where the machine has none. */
export async function launchBrowser(): Promise<Browser | null> {
  const executablePath = browserPath()
  return executablePath === null ? null : chromium.launch({ executablePath, headless: true, args: flags })
}

/**
 * `before(browserOrSkip)`-style helper: a running headless browser that the caller closes, or the whole suite skipped.
 * Call it as `await openBrowser(this)` inside a `function` hook.
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
