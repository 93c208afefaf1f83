// Browser tests of admin sign-in: the first account, two-factor sign-in, and invitations with limited permissions.
import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { createFirstAccountLink } from '../../core/storage/admin/accounts.js'
import { admin } from '../../plugins/admin/index.js'
import { AdminPages, adminAccount } from './admin-pages.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { findAxeProblems } from './axe.js'
import { openBrowser } from '../support/browser.js'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The six-digit TOTP code (RFC 6238) of a key now, or `later` steps of 30 seconds from now. */
function codeOf(secret: string, stepOffset = 0): string {
  const bits = [...secret.replace(/[\s=]/g, '')].map((sign) => letters.indexOf(sign).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepOffset))
  const digest = createHmac('sha1', key).update(counter).digest()
  const at = digest[19]! & 15
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

describe('admin: sign-in', function () {
  this.timeout(90_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let adminPages: AdminPages
  let page: Page

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([admin({ signIns: 1000 })])
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  beforeEach(async () => {
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
  })
  afterEach(async () => {
    await context?.close()
    expect(adminPages.consoleErrors).to.deep.equal([])
  })

  async function open(path: string): Promise<void> {
    adminPages = await AdminPages.open(context, app, path)
    page = adminPages.page
  }

  it('creates the first account with the link of the first start, and refuses the link afterwards', async () => {
    const link = await createFirstAccountLink(app.context)
    await open(`first-account?secret=${link!.secret}`)
    await adminPages.waitForHeading('Create the first account')
    expect(await findAxeProblems(page)).to.deep.equal([])
    await adminPages.type('Your name', adminAccount.name)
    await adminPages.type('E-mail', adminAccount.email)
    await adminPages.type('New password', 'short')
    await page.keyboard.press('Enter')
    await page
      .getByRole('alert')
      .getByText(/10 characters/)
      .waitFor()
    await adminPages.type('New password', adminAccount.password)
    await page.keyboard.press('Enter')
    await adminPages.waitForHeading('Hello Ada Lovelace')
    expect(page.url()).to.equal(`${app.url}/svc-admin/`)
    await adminPages.goto(`first-account?secret=${link!.secret}`)
    await adminPages.type('Your name', 'Eve')
    await adminPages.type('E-mail', 'eve@shop.example')
    await adminPages.type('New password', adminAccount.password)
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.querySelector('[role=alert]')?.textContent !== '')
    await page.getByRole('heading', { name: 'Create the first account' }).waitFor()
  })

  it('requires a one-time code once two-factor sign-in is enabled', async () => {
    await open('account')
    await page.getByLabel('E-mail').waitFor()
    await adminPages.signIn()
    await adminPages.waitForHeading('Your account')
    await adminPages.press('Turn on')
    const secret = await page.locator('.secret').innerText()
    await adminPages.type('One-time code', codeOf(secret))
    await page.keyboard.press('Enter')
    await page.getByText('On. You need a one-time code to sign in.').waitFor()
    await context.clearCookies()
    await page.reload()
    await page.getByLabel('E-mail').fill(adminAccount.email)
    await page.getByLabel('Password').fill(adminAccount.password)
    await page.keyboard.press('Enter')
    await page.getByLabel('One-time code').waitFor()
    const focusedOnCode = (): Promise<unknown> =>
      page.waitForFunction(() => (document.activeElement as HTMLInputElement).name === 'code')
    await focusedOnCode()
    await page.keyboard.type('000000')
    await page.keyboard.press('Enter')
    await page.getByText('The e-mail address, password or one-time code is incorrect').waitFor()
    await focusedOnCode()
    await page.keyboard.press('Control+A')
    await page.keyboard.type(codeOf(secret, 1))
    await page.keyboard.press('Enter')
    await adminPages.waitForHeading('Your account')
    await adminPages.press('Turn off')
    await adminPages.type('Password', adminAccount.password)
    await page.keyboard.press('Enter')
    await page.getByText('Off. You sign in with your password only.').waitFor()
  })

  it('signs an invited person in and limits them to the permissions of their preset', async () => {
    await open('accounts')
    await page.getByLabel('E-mail').waitFor()
    await adminPages.signIn()
    await adminPages.waitForHeading('Admin accounts')
    await adminPages.press('Invite')
    await adminPages.type('Name', 'Grace Hopper')
    await adminPages.type('E-mail', 'grace@shop.example')
    await page.getByLabel('Preset').selectOption('fulfilment')
    await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).focus()
    await page.keyboard.press('Enter')
    const link = await page.getByLabel(/Send this link to Grace Hopper/).inputValue()
    await context.clearCookies()
    await page.goto(link)
    await adminPages.waitForHeading('Welcome')
    await adminPages.type('Your name', 'Grace Hopper')
    await adminPages.type('New password', 'ships and nanoseconds')
    await page.keyboard.press('Enter')
    await adminPages.waitForHeading('Hello Grace Hopper')
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await menu.getByRole('link', { name: 'Orders' }).waitFor()
    expect(await menu.innerText()).not.to.contain('API tokens')
    await adminPages.goto('accounts')
    await page.getByRole('alert').waitFor()
    await adminPages.goto('records/product/new')
    await page.getByRole('alert').waitFor()
  })
})
