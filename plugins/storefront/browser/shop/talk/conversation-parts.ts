// Parts of the advisor's window: messages, menu, composer, suggested configuration, handover to a person.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { TalkTexts } from '../../../text/shop-types.js'
import type { ShopElement } from '../shop-element.js'
import { live } from 'lit/directives/live.js'
import { Form } from '../form.js'
import type { ConfigurationFacts, TextMark, RecommendedProduct, ConversationTurn } from '../../../../advisor/surface.js'
import type { ConversationSession, PartialReply } from './conversation-session.js'

/** The form that hands a conversation over to a person of the shop, with the shopper's contact data. */
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

interface ConversationMenuOptions {
  readonly texts: TalkTexts
  /** The consent text. */
  readonly consent: string
  /** A person has taken over. */
  readonly isHandedOver: boolean
  startOver(): void
  /** Deletes the conversation permanently. */
  remove(): void
}

/** The actions for a whole conversation: start a new one, delete it after a confirmation, and read the consent text. */
export class ConversationMenu {
  private isRemoving = false

  constructor(
    private readonly host: ShopElement,
    private readonly handover: Handover,
  ) {}

  block({ texts, consent, isHandedOver, startOver, remove }: ConversationMenuOptions): TemplateResult {
    const button = (id: string, title: string, act: () => void): TemplateResult =>
      html`<button type="button" class="plain" id=${id} @click=${act}>${title}</button>`
    const { handover, host, isRemoving } = this
    return html`
      <div class="actions small">
        ${isHandedOver || handover.isOpen ? html`` : button('ask-person', texts.askPerson, () => handover.toggle(true))}
        ${button('anew', texts.startOver, startOver)}
        ${
          isRemoving
            ? html`${button('really-remove', texts.reallyRemove, remove)}
                ${button('keep', host.texts.cancel, () => this.toggleConfirmation(false))}`
            : button('remove', texts.remove, () => this.toggleConfirmation(true))
        }
      </div>
      <details class="small">
        <summary>${texts.agreed}</summary>
        <p>${consent}</p>
      </details>
    `
  }

  /** Closes the confirmation. */
  closeConfirmation(): void {
    this.isRemoving = false
  }

  private toggleConfirmation(isRemoving: boolean): void {
    this.isRemoving = isRemoving
    this.host.focusOn(isRemoving ? '#really-remove' : '#remove')
  }
}

interface ComposerOptions {
  readonly texts: TalkTexts
  readonly longest: number
  /** A reply is being written and can be stopped. */
  readonly isAnswering: boolean
  send(text: string): void
  stop(): void
}

/** The message field for the advisor: sends by Enter or by button, and can stop the current reply. */
export class Composer {
  /** Typed text survives a reload. */
  private readonly form: Form

  constructor(host: ShopElement) {
    this.form = new Form(host, 'talk', true)
  }

  block({ texts, longest, isAnswering, send, stop }: ComposerOptions): TemplateResult {
    const { form } = this
    const submit = (event: Event): void => {
      event.preventDefault()
      const text = form.value('message').trim()
      if (text === '' || isAnswering) return
      form.set('message', '')
      send(text)
    }
    const key = (event: KeyboardEvent): void => {
      // On touch keyboards, Enter must insert a line break. In input methods, it selects a word.
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing || matchMedia('(pointer: coarse)').matches) return
      submit(event)
    }
    return html`
      <form class="composer" part="composer" novalidate @submit=${submit}>
        <label for="message">${texts.message}</label>
        <textarea
          id="message"
          name="message"
          rows="2"
          dir="auto"
          maxlength=${longest}
          aria-describedby="message-hint"
          .value=${live(form.value('message'))}
          @input=${(event: Event) => form.set('message', (event.target as HTMLTextAreaElement).value)}
          @keydown=${key}
        ></textarea>
        <span class="hint" id="message-hint">${texts.messageHint}</span>
        <div class="actions">
          <button class="primary" aria-disabled=${isAnswering ? 'true' : 'false'}>${texts.send}</button>
          ${isAnswering ? html`<button type="button" id="stop" @click=${stop}>${texts.stop}</button>` : html``}
        </div>
      </form>
    `
  }
}

interface ConfigurationCardOptions {
  readonly texts: TalkTexts
  /** The price in the currency of the facts, net or gross like the shopper's other prices; '' if there is none to show. */
  formatAmount(facts: ConfigurationFacts): string
  /** The URL of the page where the configuration can be edited and bought. */
  configurationPage(facts: ConfigurationFacts): string
}

/** The state as a sentence, for screen readers. */
export function formatConfigurationState(
  facts: ConfigurationFacts | null,
  { texts, formatAmount }: ConfigurationCardOptions,
): string {
  if (facts === null) return ''
  const amount = formatAmount(facts)
  return [amount && texts.costs({ amount }), facts.finished ? texts.finished : ''].filter(Boolean).join(' ')
}

export function configurationCard(facts: ConfigurationFacts, cardOptions: ConfigurationCardOptions): TemplateResult {
  const { texts } = cardOptions
  const amount = cardOptions.formatAmount(facts)
  return html`
    <aside class="card standing" part="card standing" aria-label=${texts.configurationState}>
      <h2>${facts.product}</h2>
      <dl class="sums">
        ${facts.selected.map(({ question, text }) => html`<div><dt>${question}</dt><dd>${text}</dd></div>`)}
        ${amount ? html`<div class="total"><dt>${texts.configurationState}</dt><dd data-part="total">${amount}</dd></div>` : nothing}
      </dl>
      ${facts.finished ? html`<p class="finished">${texts.finished}</p>` : nothing}
      ${
        facts.missing.length === 0
          ? nothing
          : html`<p class="plain-title">${texts.stillMissing}</p>
              <ul class="missing-list">${facts.missing.map(({ message }) => html`<li>${message}</li>`)}</ul>`
      }
      <p class="actions">
        <a class=${facts.finished ? 'button primary' : 'button'} part="button" href=${cardOptions.configurationPage(facts)}>
          ${facts.finished ? texts.buy : texts.open}
        </a>
      </p>
    </aside>
  `
}

export interface TurnListOptions {
  readonly texts: TalkTexts
  /** The URL of a product's configurator. */
  productPage(product: number): string
}

function renderMark(text: string, { kind, status }: TextMark, texts: TalkTexts): TemplateResult {
  const isOwn = status === 'shopper'
  const label = isOwn ? texts.ownFigure : texts.unverified
  const style = isOwn ? 'own' : 'unverified'
  return html`<mark class=${style} part=${style} data-kind=${kind} title=${label}>${text}<span class="hidden"> (${label})</span></mark>`
}

function renderTurnText({ text, reply }: ConversationTurn, texts: TalkTexts): readonly (string | TemplateResult)[] {
  const pieces: (string | TemplateResult)[] = []
  let at = 0
  for (const mark of [...(reply?.marks ?? [])].sort((a, b) => a.start - b.start)) {
    if (mark.start < at) continue
    pieces.push(text.slice(at, mark.start), renderMark(text.slice(mark.start, mark.end), mark, texts))
    at = mark.end
  }
  return [...pieces, text.slice(at)]
}

function recommendedProducts(
  recommended: readonly RecommendedProduct[],
  { texts, productPage }: TurnListOptions,
): TemplateResult | typeof nothing {
  if (recommended.length === 0) return nothing
  const link = ({ product_id, title }: RecommendedProduct): TemplateResult =>
    html`<li><a href=${productPage(product_id)}>${title}</a></li>`
  return html`<div class="recommended"><span>${texts.recommended}:</span><ul>${recommended.map(link)}</ul></div>`
}

function turnBlock(turn: ConversationTurn, options: TurnListOptions): TemplateResult {
  const { texts } = options
  const { role, reply } = turn
  const speaker = { shopper: texts.you, advisor: texts.advisor, person: texts.person }[role]
  const isDoubtful = reply?.marks.some(({ status }) => status === 'unverified') ?? false
  return html`
    <li class=${`turn ${role}`} part=${`turn ${role}`}>
      <span class="who">${speaker}</span>
      ${turn.text === '' ? nothing : html`<p class="said" dir="auto">${renderTurnText(turn, texts)}</p>`}
      ${isDoubtful ? html`<p class="hint">${texts.unverifiedNote}</p>` : nothing}
      ${reply?.notice ? html`<p class="hint notice-line">${reply.notice}</p>` : nothing}
      ${recommendedProducts(reply?.recommended ?? [], options)}
    </li>
  `
}

function partialReplyBlock({ text, action }: PartialReply, texts: TalkTexts): TemplateResult {
  return html`
    <li class="turn advisor growing" part="turn advisor growing" aria-busy="true">
      <span class="who">${texts.advisor}</span>
      ${text === '' ? nothing : html`<p class="said" dir="auto">${text}</p>`}
      <p class="hint tool"><span class="dots" aria-hidden="true"></span>${action || texts.writing}</p>
    </li>
  `
}

/** The messages of a conversation as plain text, with unverified facts marked, the unsent message, and the reply that is being written. */
export function turnList(
  turns: readonly ConversationTurn[],
  { unsent, growing }: { readonly unsent: string | null; readonly growing: PartialReply | null },
  options: TurnListOptions,
): TemplateResult {
  const { texts } = options
  return html`
    <ol class="turns">
      ${turns.map((turn) => turnBlock(turn, options))}
      ${growing === null ? nothing : partialReplyBlock(growing, texts)}
      ${
        unsent === null
          ? nothing
          : html`<li class="turn shopper unsent" part="turn shopper unsent">
              <span class="who">${texts.you}</span>
              <p class="said" dir="auto">${unsent}</p>
              <p class="hint">${texts.notSent}</p>
            </li>`
      }
    </ol>
  `
}
