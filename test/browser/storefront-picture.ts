// Takes the screenshot at the top of README.md: the demo's standing desk, partly configured, in a real browser.
import { writeFile } from 'node:fs/promises'
import { advisor } from '../../plugins/advisor/index.js'
import { demo } from '../../plugins/demo/index.js'
import { seedDemo } from '../../plugins/demo/seed.js'
import { payments } from '../../plugins/payments/index.js'
import { print } from '../../plugins/print/index.js'
import { runtime } from '../../plugins/runtime/index.js'
import { stock } from '../../plugins/stock/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { listenTestApp } from '../support/test-app.js'
import { launchBrowser } from '../support/browser.js'
import { repositoryRoot } from '../support/repository.js'
import { waitForValue, ProductPageDriver } from './product-page-driver.js'

/** Relative to the repository root. */
const picturePath = 'docs/storefront.jpg'

const browser = await launchBrowser()
if (browser === null) throw new Error('No Chromium found. Install it with "apt-get install chromium", or set SVC_TEST_BROWSER.')
const app = await listenTestApp([runtime(), storefront()], { plugins: [stock, payments, print, advisor, demo()] })
try {
  await seedDemo(app, () => undefined, ['he-IL'])
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1200, height: 860 } })
  const shop = await ProductPageDriver.open(context, app, '/product/standing-desk')
  for (const name of ['Oak', 'Two motors, quiet', 'Headphone hook']) {
    await shop.page.getByLabel(name, { exact: true }).check()
    await shop.waitForReplies()
  }
  await shop.page.evaluate(() => scrollTo(0, 0))
  const layers = shop.page.locator('.visualization img')
  await waitForValue(() => layers.count(), 4)
  await shop.page.waitForLoadState('networkidle')
  await writeFile(
    `${repositoryRoot}/${picturePath}`,
    await shop.page.screenshot({ type: 'jpeg', quality: 82, animations: 'disabled' }),
  )
  console.log(`Wrote ${picturePath}.`)
} finally {
  await browser.close()
  await app.stop()
}
