// The number of answers that guidance hides for a question, and the button that shows them.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { AnswerView } from '#core/surface.js'
import type { DeferredTexts } from '../../text/types.js'

/** The members of the session that this module uses. */
export interface GuidanceSession {
  readonly guide: { readonly deadEnds: ReadonlySet<number> }
  readonly revealedQuestions: ReadonlySet<number>
  selection(questionId: number): string | null
  reveal(questionId: number): void
}

/** The number of hidden answers of a question, with a button that shows them. */
export function hiddenAnswers(
  questionId: number,
  answers: readonly AnswerView[],
  session: GuidanceSession,
  texts: DeferredTexts,
): TemplateResult | typeof nothing {
  const selectedIds = new Set((session.selection(questionId) ?? '').split(','))
  const hidden = answers.filter(({ id }) => session.guide.deadEnds.has(id) && !selectedIds.has(String(id)))
  if (hidden.length === 0 || session.revealedQuestions.has(questionId)) return nothing
  return html`
    <p class="hint">
      ${texts.hiddenAnswers({ count: hidden.length })}
      <button type="button" class="plain" @click=${() => session.reveal(questionId)}>${texts.showThem}</button>
    </p>
  `
}
