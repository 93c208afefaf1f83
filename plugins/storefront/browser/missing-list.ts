// What is still missing, each entry a way there.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Missing } from '#core/engine/program/view.js'
import type { ProductReply } from '#core/shop/catalogue/define.js'
import type { Wording } from '../wording.js'
import type { WorkedOn } from './worked-on.js'

/** Missing entries that are named at once. */
const named = 5

/** `goTo` opens the page of a question and puts the focus there. */
export function missing(
  session: Pick<WorkedOn, 'missing' | 'selection'>,
  { product }: ProductReply,
  wording: Wording,
  goTo: (questionId: number) => Promise<void>,
): TemplateResult {
  if (session.missing.length === 0) return html`<p class="complete">${wording.texts.complete}</p>`
  const questions = product.pages.flatMap((page) => page.questions)
  // Where nothing is entered, the heading says all that its sentence would.
  const told = ({ question_id, message }: Missing): string =>
    (session.selection(question_id) === null && questions.find(({ id }) => id === question_id)?.title) || message
  const entry = (one: Missing): TemplateResult =>
    html`<li><button type="button" class="plain" @click=${() => void goTo(one.question_id)}>${told(one)}</button></li>`
  const more = session.missing.slice(named)
  return html`
    <h3>${wording.texts.missing(session.missing.length)}</h3>
    <ul class="missing">${session.missing.slice(0, named).map(entry)}</ul>
    ${
      more.length === 0
        ? nothing
        : html`<details class="more">
            <summary>${wording.texts.andMore(more.length)}</summary>
            <ul class="missing">${more.map(entry)}</ul>
          </details>`
    }
  `
}
