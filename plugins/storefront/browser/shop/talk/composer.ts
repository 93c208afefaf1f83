// The message field for the advisor: sends by Enter or by button, and can stop the current reply.
import { html, type TemplateResult } from 'lit/html.js'
import { live } from 'lit/directives/live.js'
import type { TalkTexts } from '../../../text/shop-types.js'
import { Form } from '../form.js'
import type { ShopElement } from '../shop-element.js'

export interface ComposerOptions {
  readonly texts: TalkTexts
  readonly longest: number
  /** A reply is being written and can be stopped. */
  readonly isAnswering: boolean
  send(text: string): void
  stop(): void
}

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
