// Test driver for the admin pages in a browser: creates the first account, signs in, and works by keyboard.
import { expect } from 'chai'
import type { BrowserContext, Page } from 'playwright-core'
import { createFirstAccountLink } from '../../core/storage/admin/accounts.js'
import { findAxeProblems } from './axe.js'
import type { ListeningApp } from '../support/test-app.js'

export const adminAccount = { name: 'Ada Lovelace', email: 'ada@shop.example', password: 'correct horse battery' }

/** Creates the first account of an app. */
export async function createAdminAccount(app: ListeningApp): Promise<void> {
  const link = await createFirstAccountLink(app.context)
  const reply = await fetch(`${app.url}/svc-admin/api/first-account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.url },
    body: JSON.stringify({ secret: link!.secret, ...adminAccount }),
  })
  expect(reply.status).to.equal(200)
}

export class AdminPages {
  /** Browser console errors: failed scripts, and styles and scripts that the page's policy blocked. */
  readonly consoleErrors: string[] = []

  private constructor(
    readonly page: Page,
    private readonly app: ListeningApp,
  ) {
    page.setDefaultTimeout(30_000)
    page.on('pageerror', (error) => this.consoleErrors.push(error.message))
    page.on('console', (message) => {
      if (/Content Security Policy|Warning:|React/.test(message.text())) this.consoleErrors.push(message.text())
    })
  }

  /** Opens an admin page without signing in. */
  static async open(context: BrowserContext, app: ListeningApp, path = ''): Promise<AdminPages> {
    const adminPages = new AdminPages(await context.newPage(), app)
    await adminPages.goto(path)
    return adminPages
  }

  /** Opens an admin page and signs in by keyboard. */
  static async openSignedIn(context: BrowserContext, app: ListeningApp, path = ''): Promise<AdminPages> {
    const adminPages = await AdminPages.open(context, app, path)
    await adminPages.page.getByLabel('E-mail').waitFor()
    await adminPages.signIn()
    return adminPages
  }

  async goto(path: string): Promise<void> {
    await this.page.goto(`${this.app.url}/svc-admin/${path}`)
  }

  async signIn(password = adminAccount.password): Promise<void> {
    const { page } = this
    await page.getByLabel('E-mail').fill(adminAccount.email)
    await page.getByLabel('Password').focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    if (password === adminAccount.password) await page.getByRole('button', { name: `Account of ${adminAccount.name}` }).waitFor()
  }

  /** Focuses a button or a link and presses it. */
  async press(name: string, role: 'button' | 'link' | 'menuitem' | 'radio' | 'switch' = 'button'): Promise<void> {
    // Wait until it is enabled. A disabled control takes no focus, and the key would press another control.
    const control = this.page.getByRole(role, { name, exact: true }).first()
    await control.and(this.page.locator(':not(:disabled)')).focus()
    await this.page.keyboard.press(role === 'radio' || role === 'switch' ? 'Space' : 'Enter')
  }

  /** Types into a field, replacing its content. */
  async type(label: string | RegExp, text: string): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).first().focus()
    await this.page.keyboard.press('Control+A')
    await this.page.keyboard.type(text)
  }

  /** Selects a record by typing a few letters. */
  async chooseOption(label: string, letters: string): Promise<void> {
    const { page } = this
    const field = page.getByLabel(label, { exact: true }).first()
    await field.focus()
    await page.keyboard.type(letters)
    await page.locator('.picker [role=listbox][aria-busy=false]').getByRole('option', { name: letters }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForFunction((text) => (document.activeElement as HTMLInputElement | null)?.value.includes(text), letters)
  }

  /** Checks the screen with axe, and checks that it does not scroll sideways on a phone. */
  async checkScreen(): Promise<void> {
    const { page } = this
    await page.locator('.loading').first().waitFor({ state: 'detached' })
    expect(await findAxeProblems(page)).to.deep.equal([])
    const size = page.viewportSize()!
    await page.setViewportSize({ width: 360, height: 740 })
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      'pixels wider than a phone',
    ).to.be.at.most(0)
    await page.setViewportSize(size)
  }

  /** Waits for a message in the live region. */
  async waitForAnnouncement(sentence: string | RegExp): Promise<void> {
    await this.page.locator('.toast-text').filter({ hasText: sentence }).first().waitFor()
  }

  waitForHeading(name: string | RegExp): Promise<void> {
    return this.page.getByRole('heading', { name, level: 1 }).waitFor()
  }

  /** The accessible name of the focused element, as far as labels and text provide it. */
  describeFocus(): Promise<string> {
    return this.page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null
      return element?.labels?.[0]?.innerText ?? element?.getAttribute('aria-label') ?? element?.innerText ?? ''
    })
  }
}
