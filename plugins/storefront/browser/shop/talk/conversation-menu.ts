// The actions for a whole conversation: start a new one, delete it after a confirmation, and read the consent text.
import { html, type TemplateResult } from 'lit/html.js'
import type { TalkTexts } from '../../../text/shop-types.js'
import type { Handover } from './handover.js'
import type { ShopElement } from '../shop-element.js'

export interface ConversationMenuOptions {
  readonly texts: TalkTexts
  /** The consent text. */
  readonly consent: string
  /** A person has taken over. */
  readonly isHandedOver: boolean
  startOver(): void
  /** Deletes the conversation permanently. */
  remove(): void
}

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
