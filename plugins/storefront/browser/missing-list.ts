// The list of problems that keep a configuration incomplete. Each entry links to its question.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { ProductReply } from '#core/surface.js'
import type { TextFormatter } from '../text-formatter.js'
import type { EntryProblem } from './entry-queue.js'
import type { SessionView } from './session-view.js'

/** Maximum number of entries listed at first. */
const maxListedEntries = 5

/** `goTo` opens the page of a question and moves the focus there. */
export function missingList(
  session: Pick<SessionView, 'isFaulty' | 'problems' | 'refused' | 'selection'>,
  { product }: ProductReply,
  wording: TextFormatter,
  goTo: (questionId: number) => Promise<void>,
): TemplateResult {
  const { isFaulty, problems } = session
  const { texts } = wording
  if (problems.length === 0) return html`<p class="complete">${texts.complete}</p>`
  const questions = product.pages.flatMap((page) => page.questions)
  // For an empty question, the title says as much as the message.
  const formatProblem = ({ question_id, message }: EntryProblem): string => {
    const title = questions.find(({ id }) => id === question_id)?.title ?? ''
    return (session.selection(question_id) === null && !session.refused.has(question_id) && title) || message || title
  }
  const entry = (problem: EntryProblem): TemplateResult =>
    html`<li><button type="button" class="plain" @click=${() => void goTo(problem.question_id)}>${formatProblem(problem)}</button></li>`
  const more = problems.slice(maxListedEntries)
  return html`
    <h3>${(isFaulty ? texts.attention : texts.missing)({ count: problems.length })}</h3>
    <ul class="missing">${problems.slice(0, maxListedEntries).map(entry)}</ul>
    ${
      more.length === 0
        ? nothing
        : html`<details class="more">
            <summary>${texts.andMore({ count: more.length })}</summary>
            <ul class="missing">${more.map(entry)}</ul>
          </details>`
    }
  `
}
