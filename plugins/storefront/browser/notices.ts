// What a shopper is told beside the place where he acted: changes that he did not make, entries taken over, a service that is silent.
import { html, nothing, type TemplateResult } from 'lit'
import type { AutomaticChange } from '#core/engine/program/settle.js'
import type { ProductReply, QuestionView } from '#core/shop/catalogue/define.js'
import type { ServiceFailure } from './api.js'
import type { Difference } from './holding.js'
import type { Session } from './session.js'
import type { Texts } from '../text.js'
import type { Wording } from '../wording.js'

/** The selection as the shopper knows it: the answers' titles in quotes, else the entry itself; null for nothing. */
function selectionText(question: QuestionView | undefined, selection: string | null): string | null {
  if (selection === null) return null
  const ids = selection.split(',')
  const titles = question?.answers.filter((answer) => ids.includes(String(answer.id))).map((answer) => answer.title) ?? []
  return titles.length > 0 ? titles.map((title) => `“${title}”`).join(', ') : `“${selection}”`
}

type Say = (question: string, from: string | null, to: string | null, reason: string) => string

const questionsOf = ({ product }: ProductReply): readonly QuestionView[] => product.pages.flatMap((page) => page.questions)

/** One sentence for each change. */
export function changeSentences(
  changes: readonly (AutomaticChange | Difference)[],
  catalogue: ProductReply,
  say: Say,
): readonly string[] {
  const questions = questionsOf(catalogue)
  return changes.map((change) => {
    const question = questions.find((one) => one.id === change.question_id)
    const title = question?.title ?? String(change.question_id)
    return say(title, selectionText(question, change.from), selectionText(question, change.to), change.reason)
  })
}

/** What went wrong with a request, in the shopper's language: the service's own sentence about an entry, else one of ours. */
export function failureSentence(failure: ServiceFailure, texts: Texts): string {
  if (failure.sentence !== null && failure.status === 422) return failure.sentence
  if (failure.status === 0) return texts.noAnswer
  if (failure.status === 413) return texts.tooLarge
  return failure.status >= 500 || failure.status === 429 ? texts.broken : texts.notPossible
}

/** Why entries of before are not all there. */
export function restoredSentences(session: Session, catalogue: ProductReply, { texts }: Wording): readonly string[] {
  const { notice } = session
  if (notice?.restored === undefined) return []
  const lost = (notice.lost ?? []).map(({ question_id, message }) => {
    const question = questionsOf(catalogue).find((one) => one.id === question_id)
    return question && 'upload_extensions' in question ? texts.chooseFileAgain(question.title) : message
  })
  return [notice.restored === 'expired' ? texts.expired : texts.unsentRestored, ...lost]
}

/** The notice; it stays until the shopper dismisses it or the next one replaces it. Its words are announced elsewhere, once. */
function noticeBlock(session: Session, catalogue: ProductReply, wording: Wording): TemplateResult {
  const { texts } = wording
  const changes = changeSentences(session.notice?.changes ?? [], catalogue, texts.automatic)
  return html`
    <section class="notice" aria-label=${texts.changedByUs}>
      ${restoredSentences(session, catalogue, wording).map((sentence) => html`<p>${sentence}</p>`)}
      ${
        changes.length > 0
          ? html`<p class="notice-title">${texts.changedByUs}</p>
            <ul>${changes.map((sentence) => html`<li>${sentence}</li>`)}</ul>`
          : nothing
      }
      <button type="button" class="plain" @click=${() => session.dismiss()}>${texts.dismiss}</button>
    </section>
  `
}

function failureBlock(session: Session, failure: ServiceFailure, texts: Texts): TemplateResult {
  const sentence = failureSentence(failure, texts)
  return html`
    <div class="failure" role="alert">
      <p>${session.catalogue === null ? `${texts.failed} ${sentence}` : sentence}</p>
      <button type="button" @click=${() => void session.again()}>${texts.tryAgain}</button>
    </div>
  `
}

/** What stands at the top, where no question on the page is concerned; null there. */
export function toldAtTop(session: Session, texts: Texts, wording: Wording | null, isDrawn: (questionId: number) => boolean) {
  const top = (questionId: number | null): boolean => questionId === null || !isDrawn(questionId)
  const { catalogue, failure, notice } = session
  return html`
    ${failure !== null && top(session.at) ? failureBlock(session, failure, texts) : nothing}
    ${catalogue !== null && wording !== null && notice !== null && top(session.noticeAt) ? noticeBlock(session, catalogue, wording) : nothing}
  `
}

/** What stands beside a question: there the shopper looks. */
export function toldBeside(questionId: number, session: Session, catalogue: ProductReply, wording: Wording) {
  const { failure, notice } = session
  return html`
    ${failure !== null && session.at === questionId ? failureBlock(session, failure, wording.texts) : nothing}
    ${notice !== null && session.noticeAt === questionId ? noticeBlock(session, catalogue, wording) : nothing}
  `
}

/** The dialog before a change that the author wants confirmed; Escape keeps everything as it is. `open` and focus are the element's part. */
export function confirmDialog(session: Session, catalogue: ProductReply, wording: Wording): TemplateResult {
  const { confirming } = session
  const { texts } = wording
  return html`
    <dialog
      aria-labelledby="confirm-title"
      @cancel=${(event: Event) => {
        event.preventDefault()
        void session.answer(false)
      }}
    >
      ${
        confirming === null
          ? nothing
          : html`
            <h2 id="confirm-title">${texts.confirmTitle}</h2>
            <p>${confirming.message}</p>
            <ul>${changeSentences(confirming.changes, catalogue, texts.planned).map((sentence) => html`<li>${sentence}</li>`)}</ul>
            <p class="actions">
              <button type="button" data-answer="no" @click=${() => void session.answer(false)}>${texts.confirmNo}</button>
              <button type="button" class="primary" data-answer="yes" @click=${() => void session.answer(true)}>${texts.confirmYes}</button>
            </p>
          `
      }
    </dialog>
  `
}
