// What the service changed by itself, and the question it asks before it changes something the author marked.
import type { AutomaticChange } from '#core/engine/program/settle.js'
import { html, nothing, type TemplateResult } from 'lit'
import { ref } from 'lit/directives/ref.js'
import type { ProductReply, QuestionView } from '#core/shop/catalogue/define.js'
import type { Session } from './session.js'
import type { Wording } from '../wording.js'

/** The selection as the shopper knows it: the answers' titles in quotes, else the entry itself; null for nothing. */
function selectionText(question: QuestionView | undefined, selection: string | null): string | null {
  if (selection === null) return null
  const ids = selection.split(',')
  const titles = question?.answers.filter((answer) => ids.includes(String(answer.id))).map((answer) => answer.title) ?? []
  return titles.length > 0 ? titles.map((title) => `“${title}”`).join(', ') : `“${selection}”`
}

type Say = (question: string, from: string | null, to: string | null, reason: string) => string

function sentences(changes: readonly AutomaticChange[], catalogue: ProductReply, say: Say): TemplateResult {
  const questions = catalogue.product.pages.flatMap((page) => page.questions)
  return html`
    <ul>
      ${changes.map((change) => {
        const question = questions.find((one) => one.id === change.question_id)
        const from = selectionText(question, change.from)
        const to = selectionText(question, change.to)
        return html`<li>${say(question?.title ?? String(change.question_id), from, to, change.reason)}</li>`
      })}
    </ul>
  `
}

/** The notice of automatic changes; it stays until the shopper dismisses it or the next one replaces it. */
export function automaticNotice(session: Session, catalogue: ProductReply, wording: Wording): TemplateResult {
  const { texts } = wording
  const shown = session.automatic.length > 0 || session.renewed
  return html`
    <div class="notices" role="status" aria-live="polite">
      ${
        shown
          ? html`
            <section class="notice">
              ${session.renewed ? html`<p>${texts.expired}</p>` : nothing}
              ${session.automatic.length > 0 ? html`<h2>${texts.changedByUs}</h2>${sentences(session.automatic, catalogue, texts.automatic)}` : nothing}
              <button type="button" class="plain" @click=${() => session.dismissNotices()}>${texts.dismiss}</button>
            </section>
          `
          : nothing
      }
    </div>
  `
}

const open = (element: Element | undefined): void => {
  if (element instanceof HTMLDialogElement && element.isConnected && !element.open) element.showModal()
}

/** The dialog before a change that the author wants confirmed; Escape keeps everything as it is. */
export function confirmDialog(session: Session, catalogue: ProductReply, wording: Wording): TemplateResult | typeof nothing {
  const { confirming } = session
  if (confirming === null) return nothing
  const { texts } = wording
  return html`
    <dialog
      aria-labelledby="confirm-title"
      ${ref((element) => queueMicrotask(() => open(element)))}
      @cancel=${(event: Event) => {
        event.preventDefault()
        void session.answer(false)
      }}
    >
      <h2 id="confirm-title">${texts.confirmTitle}</h2>
      <p>${confirming.message}</p>
      ${sentences(confirming.changes, catalogue, texts.planned)}
      <p class="actions">
        <button type="button" data-answer="no" @click=${() => void session.answer(false)}>${texts.confirmNo}</button>
        <button type="button" class="primary" data-answer="yes" @click=${() => void session.answer(true)}>${texts.confirmYes}</button>
      </p>
    </dialog>
  `
}
