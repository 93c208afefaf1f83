// The form that hands a conversation over to a person of the shop, with the shopper's contact data.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { TalkTexts } from '../../../text/shop-types.js'
import { Form } from '../form.js'
import type { ShopElement } from '../shop-element.js'
import type { ConversationSession } from './conversation-session.js'

export class Handover {
  isOpen = false
  private readonly form: Form

  constructor(
    private readonly host: ShopElement,
    private readonly session: ConversationSession,
  ) {
    this.form = new Form(host, 'person')
  }

  /** Opens the form because the advisor suggests a person. */
  offer(): void {
    if (!this.isOpen) this.toggle(true)
  }

  block(talkTexts: TalkTexts): TemplateResult | typeof nothing {
    if (!this.isOpen) return nothing
    const { form, host } = this
    const { texts } = host
    return html`
      <form class="card narrow" novalidate @submit=${(event: Event) => void this.send(event, talkTexts)}>
        <h2 id="person-form" tabindex="-1">${talkTexts.askPerson}</h2>
        <p class="small">${talkTexts.askPersonHint}</p>
        ${form.summary()}
        <div class="fields">
          ${form.field({ name: 'email', label: texts.email, type: 'email', inputmode: 'email', autocomplete: 'email' })}
          ${form.field({ name: 'phone', label: talkTexts.telephone, type: 'tel', inputmode: 'tel', autocomplete: 'tel' })}
          ${form.field({ name: 'note', label: texts.note, isLong: true })}
        </div>
        <div class="actions">
          <button class="primary" aria-disabled=${host.isBusy ? 'true' : 'false'}>${talkTexts.askPersonSend}</button>
          <button type="button" @click=${() => this.toggle(false)}>${texts.cancel}</button>
        </div>
      </form>
    `
  }

  toggle(isOpen: boolean): void {
    this.isOpen = isOpen
    this.form.clear()
    this.host.focusOn(isOpen ? '#person-form' : '#message')
  }

  private async send(event: Event, talkTexts: TalkTexts): Promise<void> {
    event.preventDefault()
    const { host, form } = this
    const typed = Object.entries(form.entries()).filter(([, value]) => value.trim() !== '')
    const hasSucceeded = await host.runAction(`ask-person ${JSON.stringify(typed)}`, async () => {
      await this.session.askForPerson(Object.fromEntries(typed))
      this.toggle(false)
      host.announce(talkTexts.personAsked)
    })
    const refusals = { TOO_MANY: talkTexts.conversationTooLong, REQUIRED: talkTexts.contactRequired }
    if (!hasSucceeded && form.showRefusals(host.failure, undefined, refusals)) host.failure = null
  }
}
