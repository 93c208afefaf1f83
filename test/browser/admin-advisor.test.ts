// Browser tests of the admin's advisor screen: accessibility of each state, keyboard answers to customers, and the off switch.
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { admin } from '../../plugins/admin/index.js'
import { runtime } from '../../plugins/runtime/index.js'
import { authorLamp } from '../plugins/runtime/lamp.js'
import { AdminPages, createAdminAccount } from './admin-pages.js'
import { enableAdvisor, startTestConversation } from '../plugins/advisor/advisor-shopper.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'

describe('admin: advisor screen', function () {
  this.timeout(90_000)
  let app: ListeningApp
  let browser: Browser
  let adminPages: AdminPages
  let page: Page
  const tokens: string[] = []

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([admin({ signIns: 1_000 }), runtime({ messages: 1_000 })])
    await authorLamp(app)
    await enableAdvisor(app)
    await createAdminAccount(app)
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
    adminPages = await AdminPages.openSignedIn(context, app)
    page = adminPages.page
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })

  it('shows an empty state in each part of a new shop', async () => {
    await adminPages.press('Advisor', 'link')
    await adminPages.waitForHeading('Advisor')
    await page.getByText('No conversations yet.').waitFor()
    await adminPages.checkScreen()
    for (const [part, sentence] of [
      ['Waiting for your team', 'No shoppers are waiting.'],
      ['Insights', 'No results from three or more conversations yet.'],
      ['Status and costs', 'No costs in the last two weeks.'],
    ] as const) {
      await adminPages.press(part)
      await page.getByText(sentence).first().waitFor()
      await adminPages.checkScreen()
    }
    await page.getByText('Demo mode: replies come from a script, not from an AI model.').waitFor()
  })

  it('lists conversations and marks unverified statements in the transcript', async () => {
    for (let index = 0; index < 3; index++) {
      const shopper = await startTestConversation(app.url)
      await shopper.say('A lamp with pink colour, height 5000')
      tokens.push(shopper.token)
      if (index < 2) continue
      await enableAdvisor(app, { model: 'scripted-lies' })
      await shopper.say('What does it cost?')
      await enableAdvisor(app)
    }
    await adminPages.goto('advisor')
    await page.getByRole('row').nth(3).waitFor()
    await adminPages.checkScreen()
    await page.locator('a.opens').first().focus()
    await page.keyboard.press('Enter')
    await adminPages.waitForHeading(/^Conversation \d+/)
    await page.locator('mark.unverified').first().getByText('(not found in shop data)').waitFor({ state: 'attached' })
    for (const summary of await page.locator('.turn summary').all()) {
      await summary.focus()
      await page.keyboard.press('Enter')
    }
    await page.getByText('Making selections …').first().waitFor()
    await page.locator('.turn dt').filter({ hasText: 'Colour' }).first().waitFor()
    await adminPages.checkScreen()
    await page.getByRole('link', { name: 'All fields' }).press('Enter')
    await page.getByLabel('Last activity').waitFor()
  })

  it('mails the answer to a customer who requested a person, and closes a declined request, by keyboard', async () => {
    const contact = { email: 'ada@people.example', note: 'Is there one in blue?' }
    await app.shop.serve('ask-for-person', { token: tokens[0]!, ...contact }, {})
    await app.shop.serve('ask-for-person', { token: tokens[1]!, phone: '+49 30 1234567' }, {})
    await adminPages.goto('')
    await adminPages.press('2 shoppers waiting for your team', 'link')
    await page.getByText('Is there one in blue?').waitFor()
    await page.getByText('No e-mail address. Call the shopper, then decline the request.').waitFor()
    await adminPages.checkScreen()
    const id = await page.locator('.wait').first().getByRole('link').innerText()
    await adminPages.press(`Reply: ${id}`)
    await page.getByRole('dialog', { name: 'Reply to ada@people.example' }).waitFor()
    await adminPages.checkScreen()
    await adminPages.type('Subject', 'Your lamp')
    await page.keyboard.press('Tab')
    await page.keyboard.type('We can make one.')
    await page.keyboard.press('Tab')
    expect(await adminPages.describeFocus()).to.equal('Send e-mail')
    await page.keyboard.press('Enter')
    await adminPages.waitForAnnouncement('Reply sent.')
    const mails = await app.context.database.query('SELECT recipient, subject FROM svc_mail_queue')
    expect(mails).to.deep.equal([{ recipient: 'ada@people.example', subject: 'Your lamp' }])
    await page.getByText('Is there one in blue?').waitFor({ state: 'detached' })
    await adminPages.press(`Decline: ${await page.locator('.wait').first().getByRole('link').innerText()}`)
    await page.getByRole('dialog').getByText('cannot be undone').waitFor()
    await adminPages.press('Decline')
    await adminPages.waitForAnnouncement('Request closed.')
    await page.getByText('No shoppers are waiting.').waitFor()
    await adminPages.goto('advisor')
    await adminPages.press('Handed over')
    await page.getByRole('row').nth(2).waitFor()
    await page.getByRole('link', { name: 'We can make one.' }).press('Enter')
    await page.locator('.turn.person-said').getByText('We can make one.').waitFor()
    await page.locator('.happened').getByText('Is there one in blue?').waitFor()
    await adminPages.checkScreen()
  })

  it('lists the question and the answer that three conversations failed on, and reviews idle conversations', async () => {
    await adminPages.goto('advisor?part=report')
    const refused = page.getByRole('region', { name: 'Blocked selections' })
    await refused.getByRole('rowheader', { name: /^Height/ }).waitFor()
    await page.getByText('Gold').first().waitFor()
    await adminPages.checkScreen()
    await adminPages.press('Analyze finished conversations now')
    await adminPages.waitForAnnouncement('0 analyzed, 0 failed, 0 left.')
    await app.act('analyze-conversations', { idle_minutes: 0 })
    await adminPages.goto('advisor')
    await page.getByRole('cell', { name: 'analyzed' }).first().waitFor()
    await page.locator('a.opens').first().press('Enter')
    await page.locator('.lessons').first().waitFor()
  })

  it('stops the advisor and starts it again with the switch', async () => {
    await adminPages.goto('advisor?part=vendor')
    await page.getByRole('meter').first().waitFor()
    await adminPages.checkScreen()
    await adminPages.press('Turn off advisor')
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off advisor' }).press('Enter')
    await adminPages.waitForAnnouncement('Advisor turned off.')
    await page.locator('.page-head').getByText('The advisor is not active.').waitFor()
    await page.getByText('The advisor is turned off.').first().waitFor()
    expect((await app.records.read('settings', 1)).record['advisor_enabled']).to.equal(false)
    await adminPages.checkScreen()
    await adminPages.press('Turn on advisor')
    await page.locator('.page-head').getByText('The advisor is active.').waitFor()
    expect((await app.records.read('settings', 1)).record['advisor_enabled']).to.equal(true)
    expect(adminPages.consoleErrors).to.deep.equal([])
  })
})
