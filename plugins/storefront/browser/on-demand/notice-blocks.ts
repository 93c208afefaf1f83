// Notices after an entry (automatic changes, restored entries) and the confirmation dialog before a change.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { AutomaticChange, ConfirmReply, ProductReply, QuestionView } from '#core/surface.js'
import {
  type ExternalChange,
  type ConfigurationCache,
  type ChangeDescription,
  type ConfiguratorNotice,
  describeChange,
} from '../configuration-cache.js'
import { css } from '../base-element.js'
import type { DeferredTexts } from '../../text/types.js'
import type { ExplanationSubject } from './why.js'

/** The members of the session that this module uses. */
export interface NoticeSession {
  readonly notice: ConfiguratorNotice | null
  readonly confirming: ConfirmReply | null
  readonly replacementTitle: string | null
  readonly cache: Pick<ConfigurationCache, 'can'>
  readonly undo: (() => void) | null
  readonly isNoticeOpen: boolean
  /** The label of the price bar is then a warning, which must be legible next to the notice. */
  readonly hasUnsavedEntries: boolean
  dismiss(): void
  toggleNotice(): void
  goBack(): Promise<void>
  answer(agreed: boolean): Promise<void>
}

/** The selection as text: the answers' titles, or else the entry itself; null for no selection. */
function formatSelectedTitles(question: QuestionView | undefined, selection: string | null): string | null {
  if (selection === null) return null
  const ids = selection.split(',')
  const titles = question?.answers.filter((answer) => ids.includes(String(answer.id))).map((answer) => answer.title) ?? []
  return titles.length > 0 ? titles.join(', ') : selection
}

type ChangeFormatter = (values: ChangeDescription & { readonly question: string; readonly reason: string }) => string

const listProductQuestions = ({ product }: ProductReply): readonly QuestionView[] =>
  product.pages.flatMap((page) => page.questions)

/** One sentence per change. */
export function formatChanges(
  changes: readonly (AutomaticChange | ExternalChange)[],
  catalogue: ProductReply,
  say: ChangeFormatter,
): readonly string[] {
  const questions = listProductQuestions(catalogue)
  return changes.map((change) => {
    const question = questions.find((candidate) => candidate.id === change.question_id)
    const title = question?.title ?? String(change.question_id)
    const { from, to, reason } = change
    const description = describeChange(formatSelectedTitles(question, from), formatSelectedTitles(question, to))
    return say({ question: title, ...description, reason })
  })
}

/**
 * Explains which earlier entries were not restored, and that a result shown before was wrong.
 * @param previousNotice the previous notice, whose sentences are not repeated
 */
export function formatRestoration(
  { notice }: NoticeSession,
  catalogue: ProductReply,
  texts: DeferredTexts,
  previousNotice: ConfiguratorNotice | null = null,
): readonly string[] {
  const corrected = notice?.corrected === undefined ? [] : [notice.corrected]
  if (notice?.restored === undefined || previousNotice?.restored === notice.restored) return corrected
  const lost = (notice.lost ?? []).map(({ question_id, message }) => {
    const question = listProductQuestions(catalogue).find((candidate) => candidate.id === question_id)
    return question && 'upload_extensions' in question ? texts.chooseFileAgain({ question: question.title }) : message
  })
  return [notice.restored === 'expired' ? texts.expired : texts.unsentRestored, ...lost, ...corrected]
}

/** The explanation button for a lost selection: for the question that no longer applies, or for the answer. */
function renderReasonButton(
  { question_id, from, reason }: AutomaticChange | ExternalChange,
  catalogue: ProductReply,
  why: (subject: ExplanationSubject) => unknown,
): unknown {
  const question = listProductQuestions(catalogue).find(({ id }) => id === question_id)
  if (question === undefined || !reason.endsWith('_stopped')) return nothing
  const answer = reason === 'answer_stopped' ? question.answers.find(({ id }) => String(id) === from) : undefined
  return reason === 'answer_stopped' && answer === undefined ? nothing : why({ question, answer, place: 'notice' })
}

/** The notice. It stays until dismissed or replaced. Its text is announced elsewhere, once. */
export function noticeBlock(
  session: NoticeSession,
  catalogue: ProductReply,
  texts: DeferredTexts,
  why: (subject: ExplanationSubject) => unknown,
): TemplateResult {
  const { changes: all = [] } = session.notice ?? {}
  const changes = formatChanges(all, catalogue, texts.automatic)
  return html`
    <section class=${session.isNoticeOpen ? 'notice open' : 'notice'} id="notice" aria-label=${texts.changedByUs} @focusout=${closeOnLeave(session)}>
      ${formatRestoration(session, catalogue, texts).map((sentence) => html`<p>${sentence}</p>`)}
      ${
        changes.length > 0
          ? html`<p class="notice-title">${texts.changedByUs}</p>
            <ul>${changes.map((sentence, index) => html`<li>${sentence} ${renderReasonButton(all[index]!, catalogue, why)}</li>`)}</ul>`
          : nothing
      }
      <p class="actions">
        ${
          session.undo !== null && session.cache.can?.can_undo && changes.length > 0
            ? html`<button type="button" class="plain" @click=${session.undo}>${texts.undo}</button>`
            : nothing
        }
        <button type="button" class="plain" @click=${() => session.dismiss()}>${texts.dismiss}</button>
      </p>
    </section>
  `
}

/** Closes the notice when the focus leaves it, so on narrow screens it never covers the control in use. */
const closeOnLeave =
  (session: NoticeSession) =>
  ({ relatedTarget }: FocusEvent): void => {
    const isElsewhere = relatedTarget instanceof Element && relatedTarget.closest('.notice, .notice-line') === null
    if (isElsewhere && session.isNoticeOpen) session.toggleNotice()
  }

/** The notice's first two lines, in the price bar of narrow screens. They open and close the notice. */
export function noticeLine(session: NoticeSession, catalogue: ProductReply, texts: DeferredTexts): TemplateResult {
  const changes = formatChanges(session.notice?.changes ?? [], catalogue, texts.automatic)
  const sentences = session.hasUnsavedEntries
    ? [texts.changedByUs]
    : [...formatRestoration(session, catalogue, texts), ...changes]
  return html`
    <button
      type="button"
      class=${session.hasUnsavedEntries ? 'plain notice-line' : 'plain notice-line unlabelled'}
      aria-expanded=${session.isNoticeOpen ? 'true' : 'false'}
      aria-controls="notice"
      @click=${() => session.toggleNotice()}
      @focusout=${closeOnLeave(session)}
    ><span>${sentences.join(' ')}</span></button>
  `
}

/** The notice that an example or a reset replaced the entries, with a button to restore them; or that another person shared them. */
export function persistentNoticeBlock(session: NoticeSession, texts: DeferredTexts): TemplateResult {
  const { replacementTitle } = session
  return html`
    <section class="notice begun" aria-label=${texts.tools}>
      ${
        replacementTitle === null
          ? html`<p>${texts.sharedView}</p>`
          : html`<p>${replacementTitle ? texts.exampleStarted({ title: replacementTitle }) : texts.emptied}</p>
            <button type="button" class="plain" @click=${() => void session.goBack()}>${texts.backToEntries}</button>`
      }
    </section>
  `
}

/** The dialog before a change that the author wants confirmed. Escape cancels the change. The element sets `open` and the focus. */
export function confirmDialog(session: NoticeSession, catalogue: ProductReply, texts: DeferredTexts): TemplateResult {
  const { confirming } = session
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
            <ul>${formatChanges(confirming.changes, catalogue, texts.planned).map((sentence) => html`<li>${sentence}</li>`)}</ul>
            <p class="actions">
              <button type="button" data-answer="no" @click=${() => void session.answer(false)}>${texts.confirmNo}</button>
              <button type="button" class="primary" data-answer="yes" @click=${() => void session.answer(true)}>${texts.confirmYes}</button>
            </p>
          `
      }
    </dialog>
  `
}

export const style = css`
  .notice-title {
    font-weight: 600;
  }
  @media (min-width: 56rem) {
    /* The notice below the box must be in sight. */
    .price-column:has(> .notice) > .price-box {
      max-height: max(14rem, calc(100vh - 12rem - max(1rem, var(--svc-column-top))));
    }
    .price-column > .notice {
      box-sizing: border-box;
      position: absolute;
      bottom: 0;
      inset-inline: 0;
      height: 10rem;
      margin: 0;
      overflow: auto;
    }
  }
  @media (max-width: 55.99rem) {
    .price-column > .notice {
      display: none;
      position: fixed;
      bottom: calc(var(--svc-bar) + 0.5rem);
      inset-inline: 0.75rem;
      max-height: 60vh;
      margin: 0;
      overflow: auto;
    }
    .price-column > .notice.open {
      display: block;
    }
  }
  .notice-line {
    text-align: start;
    min-width: 0;
  }
  .notice-line.unlabelled ~ span:not(.amount),
  .notice-line.unlabelled ~ .price-line > span:not(.amount) {
    display: none;
  }
  .notice-line.unlabelled ~ .price-line {
    flex: none;
  }
  .container:has(~ .price-bar > .price-line[aria-expanded='true']) .notice.open {
    display: none;
  }
  .notice-line span {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
    font-size: 0.9rem;
    line-height: 1.3;
  }
  .notice ul {
    margin: 0 0 0.4rem;
    padding-inline-start: 1.1rem;
  }
  dialog {
    border: 0;
    border-radius: var(--svc-radius);
    padding: 1.5rem;
    max-width: min(32rem, 92vw);
    color: inherit;
    background: var(--svc-ground);
    box-shadow: 0 10px 40px rgb(0 0 0 / 30%);
  }
  dialog::backdrop {
    background: rgb(20 30 45 / 50%);
  }
`
