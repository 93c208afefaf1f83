// Test driver for a merchant: fills forms in two languages, follows the checklist of a new shop, and builds products in the workshop.
import { expect } from 'chai'
import type { Locator, Page } from 'playwright-core'
import type { AdminPages } from './admin-pages.js'

type Scope = Locator | Page

export class Merchant {
  readonly page: Page

  constructor(readonly adminPages: AdminPages) {
    this.page = adminPages.page
  }

  /** Opens a screen from the menu. */
  openMenu(name: string): Promise<void> {
    return this.press(this.page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name, exact: true }))
  }

  dialog(): Locator {
    return this.page.getByRole('dialog')
  }

  /** The first control with the label. */
  field(label: string, scope: Scope = this.page): Locator {
    return scope.getByLabel(label, { exact: true }).first()
  }

  async press(control: Locator): Promise<void> {
    await control.and(this.page.locator(':not(:disabled)')).focus()
    await this.page.keyboard.press('Enter')
  }

  /** Types into a field, replacing its content. */
  async enter(field: Locator, text: string): Promise<void> {
    await field.focus()
    await this.page.keyboard.press('ControlOrMeta+A')
    await this.page.keyboard.type(text)
  }

  /** Selects an option. Lists with many options fill when they get the focus. */
  async choose(list: Locator, option: string): Promise<void> {
    await list.focus()
    await list.selectOption({ label: option })
  }

  /** Enters a text in both languages. */
  async enterTexts(label: string, english: string, german: string, scope: Scope = this.page): Promise<void> {
    await scope.getByRole('radio', { name: /English/ }).click()
    await this.enter(this.field(`${label} – English`, scope), english)
    await scope.getByRole('radio', { name: /German/ }).click()
    await this.enter(this.field(`${label} – German`, scope), german)
  }

  /** Saves the form by keyboard. Throws with the text of a refusal. */
  async save(): Promise<void> {
    const stored = this.page.waitForResponse(
      (reply) => /\/records\//.test(reply.url()) && !/dry_run|files/.test(reply.url()) && reply.request().method() !== 'GET',
    )
    await this.page.keyboard.press('Control+S')
    const reply = await stored
    expect(reply.ok(), await reply.text()).to.equal(true)
    await this.page.getByText('Unsaved changes', { exact: true }).waitFor({ state: 'detached' })
  }

  /** Uploads a picture into the first field with the label. */
  async upload(scope: Scope, label: RegExp, name: string, picture: Buffer): Promise<void> {
    const choosing = this.page.waitForEvent('filechooser')
    const field = scope.locator('.field').filter({ hasText: label }).first()
    await this.press(field.getByRole('button', { name: /Choose file/ }))
    await (await choosing).setFiles({ name, mimeType: 'image/png', buffer: picture })
    await this.adminPages.waitForAnnouncement(`${name} uploaded.`)
  }

  /** Opens the form of a new record from its list. */
  async openNew(heading: string): Promise<void> {
    await this.press(this.page.locator('main').getByRole('link', { name: 'New', exact: true }).first())
    await this.adminPages.waitForHeading(heading)
  }

  private async openChecklist(): Promise<void> {
    await this.openMenu('Overview')
    await this.page.getByRole('heading', { name: 'Set up your shop' }).waitFor()
  }

  async openStep(title: string): Promise<void> {
    await this.openChecklist()
    await this.press(this.page.locator('.setup-step').filter({ hasText: title }))
  }

  async expectStepDone(title: string): Promise<void> {
    await this.openChecklist()
    await this.page.locator('.setup-step.done').filter({ hasText: title }).waitFor()
  }

  /** The form of the workshop. */
  form(): Locator {
    return this.page.locator('.workshop-form')
  }

  tree(): Locator {
    return this.page.getByRole('tree')
  }

  /** Opens a page, question, answer or calculation in the workshop. */
  async openPart(title: string): Promise<void> {
    await this.tree()
      .getByRole('treeitem', { name: new RegExp(`^${title}`) })
      .first()
      .click()
    await this.form().getByRole('heading', { name: title, level: 2, exact: true }).waitFor()
  }

  async addParts(entity: string, owner: string, titles: readonly string[]): Promise<void> {
    await this.adminPages.press('Add')
    await this.adminPages.press(`New ${entity} in “${owner}”`, 'menuitem')
    for (const title of titles) {
      await this.page.keyboard.type(title)
      await this.page.keyboard.press('Enter')
      await this.form().getByRole('heading', { name: title, level: 2, exact: true }).waitFor()
    }
    await this.page.keyboard.press('Escape')
  }

  async enterGermanTitle(title: string): Promise<void> {
    await this.form()
      .getByRole('radio', { name: /German/ })
      .click()
    await this.enter(this.field('Title – German', this.form()), title)
  }
}
