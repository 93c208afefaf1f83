// A person who keeps the shop, in a browser for tests: comes in by the first account, and works by keys.
import { expect } from 'chai'
import type { BrowserContext, Page } from 'playwright-core'
import { beginFirst } from '../../core/storage/admin/first-link.js'
import type { ListeningApp } from './app.js'

export const adminAccount = { name: 'Ada Lovelace', email: 'ada@shop.example', password: 'correct horse battery' }

/** Makes the first account of an app. */
export async function makeAdminAccount(app: ListeningApp): Promise<void> {
  const link = await beginFirst(app.context)
  const reply = await fetch(`${app.url}/svc-admin/api/first-account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.url },
    body: JSON.stringify({ secret: link!.secret, ...adminAccount }),
  })
  expect(reply.status).to.equal(200)
}

export class AdminDesk {
  /** What the browser complained of: scripts that failed, and styles and scripts that the page's policy refused. */
  readonly complaints: string[] = []

  private constructor(
    readonly page: Page,
    private readonly app: ListeningApp,
  ) {
    page.setDefaultTimeout(30_000)
    page.on('pageerror', (error) => this.complaints.push(error.message))
    page.on('console', (message) => {
      if (/Content Security Policy|Warning:|React/.test(message.text())) this.complaints.push(message.text())
    })
  }

  /** A page of the admin, before anybody is signed in. */
  static async open(context: BrowserContext, app: ListeningApp, path = ''): Promise<AdminDesk> {
    const desk = new AdminDesk(await context.newPage(), app)
    await desk.goto(path)
    return desk
  }

  /** The same, signed in by keys. */
  static async enter(context: BrowserContext, app: ListeningApp, path = ''): Promise<AdminDesk> {
    const desk = await AdminDesk.open(context, app, path)
    await desk.page.getByLabel('E-mail').waitFor()
    await desk.signIn()
    return desk
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

  /** Puts the focus on a button or a link and presses it. */
  async press(name: string, role: 'button' | 'link' | 'menuitem' | 'radio' | 'switch' = 'button'): Promise<void> {
    // What is not enabled yet takes no focus: the key would press what has it.
    const control = this.page.getByRole(role, { name, exact: true }).first()
    await control.and(this.page.locator(':not(:disabled)')).focus()
    await this.page.keyboard.press(role === 'radio' || role === 'switch' ? 'Space' : 'Enter')
  }

  /** Types into a field, in the place of what is there. */
  async type(label: string | RegExp, text: string): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).first().focus()
    await this.page.keyboard.press('Control+A')
    await this.page.keyboard.type(text)
  }

  /** Chooses a record by a few letters. */
  async pick(label: string, letters: string): Promise<void> {
    const { page } = this
    const field = page.getByLabel(label, { exact: true }).first()
    await field.focus()
    await page.keyboard.type(letters)
    await page.locator('.picker [role=listbox][aria-busy=false]').getByRole('option', { name: letters }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForFunction((text) => (document.activeElement as HTMLInputElement | null)?.value.includes(text), letters)
  }

  /** Waits for a sentence among the news. */
  async hears(sentence: string | RegExp): Promise<void> {
    await this.page.locator('.toast-text').filter({ hasText: sentence }).first().waitFor()
  }

  heading(name: string | RegExp): Promise<void> {
    return this.page.getByRole('heading', { name, level: 1 }).waitFor()
  }

  /** The accessible name of what has the focus, as far as label and text tell. */
  focused(): Promise<string> {
    return this.page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null
      return element?.labels?.[0]?.innerText ?? element?.getAttribute('aria-label') ?? element?.innerText ?? ''
    })
  }
}
