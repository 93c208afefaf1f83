// Browser tests of the password reset page: it sets the new password, and its link works once.
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { dueMails } from '../../core/commerce/notification/due-mails.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { registerAccount } from '../support/registration.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'

const email = 'ada@people.example'

describe('storefront: password reset page', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let page: Page
  let link = ''

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()])
    await registerAccount(app, { email, password: 'first password', first_name: 'Ada', last_name: 'Byron' })
    await app.shop.accounts.requestReset(email, (token) => `${app.url}/account/password?token=${token}`)
    const [mail] = await dueMails(app.context, 1)
    link = /\S+\?token=\S+/.exec(mail!.text)![0]
    page = await browser.newPage({ locale: 'en-GB' })
    page.setDefaultTimeout(30_000)
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })

  const submit = async (password: string): Promise<void> => {
    await page.goto(link)
    await page.getByLabel('New password').fill(password)
    await page.getByRole('button', { name: 'Set password' }).click()
  }

  it('sets the new password, which signs the account in', async () => {
    await submit('a second password')
    await page.getByRole('status').getByText('Your password has been changed.').waitFor()
    const session = await app.shop.accounts.login({ email, password: 'a second password' })
    expect(session.session).to.be.a('string')
  })

  it('explains that a used link no longer works', async () => {
    await submit('a third password')
    await page.getByText('This link has already been used or is more than an hour old.').first().waitFor()
  })
})
