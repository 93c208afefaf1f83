// The answers that guidance leaves out of a question, and the way to see them.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { AnswerView } from '#core/shop/catalogue/define.js'
import { whyTextsIn } from './reason/spoken.js'

/** What of the session leaves answers out. */
export interface Leaving {
  readonly guide: { readonly deadEnds: ReadonlySet<number> }
  readonly revealed: ReadonlySet<number>
  selection(questionId: number): string | null
  reveal(questionId: number): void
}

/** How many answers of a question guidance leaves out, with the way to see them. */
export function hiddenAnswers(
  questionId: number,
  answers: readonly AnswerView[],
  session: Leaving,
  language: string,
): TemplateResult | typeof nothing {
  const held = new Set((session.selection(questionId) ?? '').split(','))
  const hidden = answers.filter(({ id }) => session.guide.deadEnds.has(id) && !held.has(String(id)))
  if (hidden.length === 0 || session.revealed.has(questionId)) return nothing
  const texts = whyTextsIn(language)
  return html`
    <p class="hint">
      ${texts.hiddenAnswers(hidden.length)}
      <button type="button" class="plain" @click=${() => session.reveal(questionId)}>${texts.showThem}</button>
    </p>
  `
}
